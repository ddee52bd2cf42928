import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import type { FirebaseProject } from '@amasin/domain/session/recovery.ts';
import { Button, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { toast } from '../lib/toast.tsx';
import { useSchemaForm } from '../lib/use-schema-form.ts';
import { TextField } from '../ui/fields.tsx';
import { Notice } from '../ui/Notice.tsx';
import { SchemaForm } from '../ui/SchemaForm.tsx';
import { type Captcha, makeCaptcha } from './captcha.ts';
import { readDevice, withProof } from './enter.ts';
import { partsOf } from './entrance-state.ts';
import type { CodeSender } from './firebase.ts';

/** Passed between the pages as navigation state: it survives a reload and is not in the URL. */
export type CodeAsked = {
  /** As typed. */
  phone: string;
  /** Only with it is the code accepted. */
  request: string;
  /** When another code may be requested, in ms since the epoch. */
  resendAt: number;
  /** Where Firebase sent the code: what it is confirmed with. */
  firebase?: SentByFirebase | undefined;
};

type SentByFirebase = { project: FirebaseProject; verificationId: string };

export type PhoneVerified = { phone: string; resetToken: string };

export function readCodeAsked(state: unknown): CodeAsked | null {
  const { phone, request, resendAt, firebase } = partsOf(state);
  if (typeof phone !== 'string' || typeof request !== 'string' || typeof resendAt !== 'number') return null;
  // Written by this page too; only its presence says how the code is confirmed.
  const sent =
    typeof firebase === 'object' && firebase !== null ? { firebase: firebase as SentByFirebase } : undefined;
  return { phone, request, resendAt, ...sent };
}

/** The server accepts a captcha for ten minutes. Measured by a monotonic clock. */
const FRESH_MS = 8 * 60_000;

type Made = { since: number; captcha: Promise<Captcha> };

/** Solves a captcha while the person types; each is valid for one request. */
function useCaptcha() {
  const made = useRef<Made | null>(null);

  const prepare = useCallback((): Made => {
    const ready = made.current;
    if (ready !== null && performance.now() - ready.since < FRESH_MS) return ready;
    const next: Made = { since: performance.now(), captcha: makeCaptcha() };
    made.current = next;
    next.captcha.catch(() => {
      // The next request tries again.
      if (made.current === next) made.current = null;
    });
    return next;
  }, []);

  const take = useCallback((): Promise<Captcha> => {
    const { captcha } = prepare();
    made.current = null;
    return captcha;
  }, [prepare]);

  return { prepare, take };
}

/** Why no code was sent, what to do, and whether the phone number is at fault. */
type Problem = { title: string; advice?: string; field?: 'phone' };

const NO_CAPTCHA: Problem = {
  title: 'reCAPTCHA non initialisé',
  advice: 'Vérifiez votre connexion, puis réessayez.',
};
const FALLBACK = "Erreur lors de l'envoi du code OTP";

function ProblemLine({ problem }: { problem: Problem | null }) {
  if (problem === null || problem.field !== undefined) return null;
  return (
    <Notice tone="red" icon={IconAlertCircle} title={problem.title} role="alert">
      {problem.advice}
    </Notice>
  );
}

/** Requests a code by SMS, each time with a new captcha. */
function useRequestCode() {
  const captcha = useCaptcha();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [sentByGoogle, setSentByGoogle] = useState(false);
  // Our server has accepted the request, and Firebase has not sent the code.
  const unsent = useRef<CodeAsked | null>(null);

  const { prepare: prepareCaptcha } = captcha;
  const prepare = useCallback(() => {
    prepareCaptcha()
      .captcha.then(({ firebase }) => setSentByGoogle(firebase !== undefined))
      .catch(() => null);
  }, [prepareCaptcha]);

  /** @param former the request whose code the new one replaces */
  const request = async (phone: string, former?: string): Promise<CodeAsked | null> => {
    setProblem(null);
    const ready = await captcha
      .take()
      .then(async ({ proof, firebase: project }) => ({ proof, project, sender: await senderOf(project) }))
      .catch(() => null);
    if (ready === null) {
      setProblem(NO_CAPTCHA);
      return null;
    }
    const { proof, project, sender } = ready;
    try {
      const asked = stillWaiting(unsent.current, phone) ?? (await askServer(phone, proof, former));
      if (sender === null || project === undefined) return asked;
      unsent.current = asked;
      const verificationId = await sender.send(phone);
      unsent.current = null;
      return { ...asked, firebase: { project, verificationId } };
    } catch (error) {
      const message = error instanceof ApiError ? error.fields.phone : undefined;
      setProblem(
        message === undefined ? { title: messageOf(error, FALLBACK) } : { title: message, field: 'phone' },
      );
      return null;
    } finally {
      sender?.close();
    }
  };

  return { request, problem, prepare, sentByGoogle };
}

/** This request, while our server would refuse another one for the same number. */
const stillWaiting = (asked: CodeAsked | null, phone: string) =>
  asked?.phone === phone && Date.now() < asked.resendAt ? asked : null;

/** The kit is loaded before our server counts the request: on a slow network it may fail. */
async function senderOf(project: FirebaseProject | undefined): Promise<CodeSender | null> {
  if (project === undefined) return null;
  const { openSender } = await import('./firebase.ts');
  return openSender(project);
}

async function askServer(phone: string, proof: string, former: string | undefined): Promise<CodeAsked> {
  const device = readDevice();
  const known = {
    ...(device !== undefined && { device }),
    ...(former !== undefined && { request: former }),
  };
  const { resendIn, request } = await withProof((more) =>
    call(sessionEndpoints.requestOtp, { body: { phone, captcha: more ?? proof, ...known } }),
  );
  return { phone, request, resendAt: Date.now() + resendIn * 1000 };
}

type ResendCodeProps = { asked: CodeAsked; onAskedAgain: (asked: CodeAsked) => void };

/** Requests another code, with a countdown until the server accepts it. */
function ResendCode({ asked, onAskedAgain }: ResendCodeProps) {
  const { request, problem } = useRequestCode();
  const [asking, setAsking] = useState(false);
  const seconds = useSecondsUntil(asked.resendAt);

  const askAgain = async () => {
    setAsking(true);
    const next = await request(asked.phone, asked.request);
    setAsking(false);
    if (next === null) return;
    toast.success('Si ce numéro est enregistré, un nouveau code vient d’être envoyé.');
    onAskedAgain(next);
  };

  return (
    <>
      <ProblemLine problem={problem} />
      <Text size="xs" c="dimmed">
        Rien reçu ? Le réseau tarde parfois une minute. Renvoyez le code, ou réessayez plus tard.
      </Text>
      <Button
        variant="default"
        size="md"
        fullWidth
        loading={asking}
        disabled={seconds > 0}
        onClick={() => void askAgain()}
        {...(asking ? { 'aria-label': 'Envoi en cours…' } : {})}
      >
        {seconds > 0 ? `Renvoyer dans ${formatWait(seconds)}` : 'Renvoyer le code'}
      </Button>
    </>
  );
}

const secondsUntil = (moment: number) => Math.max(0, Math.ceil((moment - Date.now()) / 1000));

function useSecondsUntil(moment: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(moment));
  useEffect(() => {
    setSeconds(secondsUntil(moment));
    const timer = setInterval(() => setSeconds(secondsUntil(moment)), 1000);
    return () => clearInterval(timer);
  }, [moment]);
  return seconds;
}

/** `45 s`, `8 min`, `23 h`. */
function formatWait(seconds: number): string {
  if (seconds <= 90) return `${seconds}\u00a0s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? `${minutes}\u00a0min` : `${Math.ceil(minutes / 60)}\u00a0h`;
}

/** With fewer characters the button is disabled. */
const MIN_CHARACTERS = 8;

const loadPhoneSchema = () =>
  import('@amasin/domain/session/recovery.ts').then((recovery) => recovery.codeRequestForm);

type PhoneFormProps = { known: () => { phone: string }; onAsked: (asked: CodeAsked) => unknown };

/** The form for the phone number to which the code is sent. */
export function PhoneForm({ known, onAsked }: PhoneFormProps) {
  const { request, problem, prepare, sentByGoogle } = useRequestCode();
  const schemaForm = useSchemaForm({
    schema: loadPhoneSchema,
    initialValues: { phone: '' },
    known,
    fallback: '',
    send: async ({ phone }) => {
      const asked = await request(phone);
      if (asked !== null) await onAsked(asked);
    },
  });
  // A number known from the previous page may be sent without ever having the focus.
  const knownFirst = useRef(known);
  useEffect(() => {
    if (knownFirst.current().phone !== '') prepare();
  }, [prepare]);
  const { form } = schemaForm;
  const { length } = form.useWatchValue('phone').trim();

  return (
    <SchemaForm
      {...schemaForm}
      submit="Envoyer OTP"
      sendingLabel="Envoi en cours…"
      disabled={length < MIN_CHARACTERS}
    >
      <ProblemLine problem={problem} />
      <TextField
        name="phone"
        error={form.errors.phone ?? (problem?.field === 'phone' ? problem.title : undefined)}
        onFocus={prepare}
        label="Numéro de téléphone"
        description="Celui de votre compte Amasin."
        placeholder="01 97 00 00 01"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
      />
      {sentByGoogle ? (
        <Text size="xs" c="dimmed">
          Google envoie le code : votre numéro lui est transmis, et il le garde.
        </Text>
      ) : null}
    </SchemaForm>
  );
}

type Proof = { code: string } | { idToken: string };
type Confirmed = { verificationId: string; digits: string; idToken: string };

/** Proves to our server that a code is right: by the code itself, or by Firebase's token for it. */
function useProof(sent: SentByFirebase | undefined): (code: string) => Promise<Proof> {
  // Firebase accepts a code once: the token is sent again when our server could not answer.
  const confirmed = useRef<Confirmed | null>(null);

  return async (code) => {
    if (sent === undefined) return { code };
    const { project, verificationId } = sent;
    const digits = code.replace(/\D/g, '');
    const last = confirmed.current;
    if (last !== null && last.verificationId === verificationId && last.digits === digits)
      return { idToken: last.idToken };
    const { confirmCode } = await import('./firebase.ts').catch(() => Promise.reject(ApiError.network()));
    const idToken = await confirmCode(project, verificationId, digits);
    confirmed.current = { verificationId, digits, idToken };
    return { idToken };
  };
}

type CodeFormProps = {
  asked: CodeAsked;
  onAskedAgain: (asked: CodeAsked) => void;
  onVerified: (verified: PhoneVerified) => unknown;
};

const loadCodeSchema = () =>
  import('@amasin/domain/session/recovery.ts').then((recovery) => recovery.codeForm);

/** The form for the code sent by SMS. */
export function CodeForm({ asked, onAskedAgain, onVerified }: CodeFormProps) {
  const { phone, request, firebase } = asked;
  const proofOf = useProof(firebase);
  const schemaForm = useSchemaForm({
    schema: loadCodeSchema,
    initialValues: { code: '' },
    fallback: 'Code incorrect ou expiré',
    fieldOfCode: { WRONG_CODE: 'code' },
    send: async ({ code }) => {
      const body = { phone, request, ...(await proofOf(code)) };
      const { resetToken } = await call(sessionEndpoints.verifyOtp, { body });
      await onVerified({ phone, resetToken });
    },
  });

  return (
    <Stack gap="md">
      <SchemaForm {...schemaForm} submit="Vérifier le code" sendingLabel="Vérification en cours…">
        <TextField
          name="code"
          label="Code reçu par SMS"
          description="6 chiffres, valables 10 minutes."
          inputMode="numeric"
          autoComplete="one-time-code"
          // The whole message may be pasted.
          maxLength={500}
          required
        />
      </SchemaForm>
      <ResendCode asked={asked} onAskedAgain={onAskedAgain} />
    </Stack>
  );
}

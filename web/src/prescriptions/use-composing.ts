import type { Medication } from '@amasin/domain/medications/medication.ts';
import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { useRef, useState } from 'react';
import { ApiError, fieldErrors, mayBeDone, messageOf } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { wrongQuantity } from '../lib/quantity.ts';
import { nullable, object, sent, text } from '../lib/schema.ts';
import { storedOf, useStored } from '../lib/stored.ts';
import { toast } from '../lib/toast.tsx';
import { fetchCurrent } from '../medications/api.ts';
import { useInvalidatePrescriptions } from './api.ts';
import {
  type bodyOf,
  checkPrescriptionDraft,
  type Errors,
  type Field,
  isSameDraft,
  keptDraft,
  type PrescriptionDraft,
} from './draft.ts';
import { addLine, catalogueCodes, errorsByMedicine, refreshLines, type WrittenLine } from './written-line.ts';

/**
 * A draft that is kept on the device under this name until it is sent or the user signs out. `first` is the initial state of
 * the form.
 */
function usePrescriptionDraft(personId: string, name: string, first: PrescriptionDraft) {
  const kept = keptDraft(name);
  const [stored, change] = useStored(kept, personId);
  const isSent = useRef(false);
  /** Starts with a stored draft, unchanged so far. */
  const [resumed, setResumed] = useState(stored !== null && !isSameDraft(stored, first));
  const reset = () => {
    setResumed(false);
    change(() => null);
  };
  return {
    draft: stored ?? first,
    resumed,
    change: (part: Partial<PrescriptionDraft>) => {
      if (isSent.current) return;
      setResumed(false);
      change((before) => {
        const next = { ...(before ?? first), ...part };
        return isSameDraft(next, first) ? null : next;
      });
    },
    reset,
    /** Removes it from the device only: the form shows it while it closes. */
    forget: () => {
      isSent.current = true;
      kept.remove(personId);
    },
  };
}

type Input = {
  personId: string;
  /** Name of the draft in local storage. */
  name: string;
  first: PrescriptionDraft;
  send: (draft: PrescriptionDraft) => Promise<Prescription>;
  fallback: string;
  onSent: (prescription: Prescription) => void;
};

/** State and submission of the form. Typed values remain after any error. */
export function useComposing({ personId, name, first, send, fallback, onSent }: Input) {
  const { draft, resumed, change, reset, forget } = usePrescriptionDraft(personId, name, first);
  const [errors, setErrors] = useState<Errors>({});
  const [lineErrors, setLineErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [sending, setSending] = useState(false);
  /** Counts errors: after each, the form focuses the first wrong field. */
  const [refusals, setRefusals] = useState(0);
  const invalidate = useInvalidatePrescriptions();

  const showErrors = (wrong: Errors, lines: ReadonlyMap<string, string> = new Map()) => {
    setErrors(wrong);
    setLineErrors(lines);
    setRefusals((count) => count + 1);
  };

  const handleError = async (error: unknown) => {
    toast.error(messageOf(error, fallback));
    if (!(error instanceof ApiError)) throw error;
    const wrong: Errors = fieldErrors(error, fieldOfCode);
    // The file is attached elsewhere or deleted: another one is needed.
    if (wrong.url !== undefined) change({ url: null });
    if (catalogueCodes.includes(error.code)) {
      const found = await fetchCurrent(draft.lines).catch(() => null);
      if (found !== null) change({ lines: refreshLines(draft.lines, found) });
    }
    showErrors(wrong, errorsByMedicine(error.fields, draft.lines));
    if (error.status === 409 || error.status === 404) void invalidate();
  };

  const submit = async () => {
    const wrong = checkPrescriptionDraft(draft);
    if (Object.keys(wrong).length > 0 || draft.lines.some(wrongQuantity)) return showErrors(wrong);
    setSending(true);
    try {
      const saved = await send(draft);
      forget();
      void invalidate(saved);
      onSent(saved);
    } catch (error) {
      await handleError(error);
    } finally {
      setSending(false);
    }
  };

  const changeField = (field: Field, part: Partial<PrescriptionDraft>) => {
    setErrors(({ [field]: _, ...others }) => others);
    change(part);
  };

  return {
    draft,
    resumed,
    reset: () => {
      setErrors({});
      setLineErrors(new Map());
      reset();
    },
    errors,
    lineErrors,
    refusals,
    sending,
    submit,
    change: changeField,
    changeLines: (lines: readonly WrittenLine[]) => {
      setLineErrors(new Map());
      changeField('items', { lines });
    },
    add: (medication: Medication) => changeField('items', { lines: addLine(draft.lines, medication) }),
    /** Called on blur. */
    check: (field: Field) => setErrors((now) => ({ ...now, [field]: checkPrescriptionDraft(draft)[field] })),
  };
}

export type Composing = ReturnType<typeof useComposing>;

const fieldOfCode = Object.fromEntries(catalogueCodes.map((code) => [code, 'items']));

const NUMBER_DIGITS = 8;

type Body = ReturnType<typeof bodyOf>;
type AttemptBody = Body & { prescriptionNumber: string };

/** A request that may or may not have reached the server. */
type Attempt = { idempotencyKey: string; body: AttemptBody };

/** Kept so that the same prescription is requested again after a failure and a reload. The server validates the body. */
export const keptAttempt = storedOf(
  'prescription-attempt',
  object<Attempt>({ idempotencyKey: text, body: sent<AttemptBody>({ url: nullable(text) }) }),
);

/**
 * Creates a prescription once, however many times the request fails. An attempt that may have arrived is sent again
 * unchanged; later changes are then saved as an edit. The file identifies the attempt: each prescription has its own.
 */
export async function sendNew(personId: string, body: Body): Promise<Prescription> {
  const earlier = keptAttempt.read(personId);
  const attempt = earlier?.body.url === body.url ? earlier : newAttempt(body);
  keptAttempt.write(personId, attempt);
  let created: Prescription;
  try {
    created = await create(attempt);
  } catch (error) {
    // Refused: nothing was stored, so the next request is a new attempt.
    if (!mayHaveArrived(error)) keptAttempt.remove(personId);
    // Client numbers repeat every 28 hours: an older prescription has this one.
    if (error instanceof ApiError && error.code === 'CLIENT_NUMBER_REUSED') return sendNew(personId, body);
    throw error;
  }
  const { prescriptionNumber: _, ...asSent } = attempt.body;
  const isAsSent = JSON.stringify(asSent) === JSON.stringify(body);
  const saved = isAsSent ? created : await update(created._id, body);
  keptAttempt.remove(personId);
  return saved;
}

async function create({ body, idempotencyKey }: Attempt): Promise<Prescription> {
  const input = { body: { type: 'numerical' as const, ...body } };
  return (await call(prescriptionEndpoints.createPrescription, input, { idempotencyKey })).prescription;
}

/** Updates the given fields of a prescription. */
export async function update(id: string, body: Partial<Body>): Promise<Prescription> {
  return (await call(prescriptionEndpoints.updatePrescription, { params: { id }, body })).prescription;
}

function mayHaveArrived(error: unknown): boolean {
  return !(error instanceof ApiError) || error.code === 'IN_PROGRESS' || mayBeDone(error);
}

/** The client number is `ORD-` and the last 8 digits of the time; the server assigns the real one. */
function newAttempt(body: Body): Attempt {
  const prescriptionNumber = `ORD-${String(Date.now()).slice(-NUMBER_DIGITS)}`;
  return { idempotencyKey: `${prescriptionNumber}:${body.url}`, body: { ...body, prescriptionNumber } };
}

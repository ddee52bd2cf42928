import type { Inquiry, InquiryLine } from '@amasin/domain/inquiries/endpoints.ts';
import { type LineAnswer, lineAnswers } from '@amasin/domain/inquiries/inquiry.ts';
import { useState } from 'react';
import { ApiError, mayBeDone, messageOf } from '../lib/api-error.ts';
import { readPrice } from '../lib/read-price.ts';
import { list, nullable, object, oneOf, text } from '../lib/schema.ts';
import { storedOf, useStored } from '../lib/stored.ts';
import { toast } from '../lib/toast.tsx';
import { useSession } from '../session/session-context.ts';
import { type Answer, type SentLine, useAnswerInquiry } from './api.ts';

/** What was chosen of a medicine that the server does not have yet. */
export interface Chosen {
  readonly medicationId: string;
  readonly answer: LineAnswer;
  /** As it was typed; empty for our price. */
  readonly price: string;
  readonly note: string;
  readonly offeredId: string | null;
}

const chosen = object<Chosen>({
  medicationId: text,
  answer: oneOf(lineAnswers),
  price: text,
  note: text,
  offeredId: nullable(text),
});

/** Whether a price was typed that cannot be read (rule 45). */
const isWrongPrice = (typed: string): boolean => typed.trim() !== '' && !readPrice(typed);

/** Null while something of it is missing or cannot be read. */
function toSend({ medicationId, answer, price, note, offeredId }: Chosen): SentLine | null {
  if (answer === 'there' || answer === 'missing') return { medicationId, answer };
  const details = { price: readPrice(price) || null, note: note.trim() || null };
  const isWhole =
    answer === 'equivalent' ? offeredId !== null : details.price !== null || details.note !== null;
  return !isWhole || isWrongPrice(price) ? null : { medicationId, answer, ...details, offeredId };
}

/** The answer of a line that the server has, to change it. */
export const writtenOf = ({ medicationId, answer, offered, note }: InquiryLine): Chosen => ({
  medicationId,
  answer: answer ?? 'there',
  price: offered === undefined ? '' : String(offered.price),
  note: note ?? '',
  offeredId: answer === 'equivalent' ? (offered?.medicationId ?? null) : null,
});

export type Answers = ReturnType<typeof useAnswers>;

/**
 * What is answered of an inquiry. Each choice is sent at once; what could not be sent stays on the device, and is sent with the end.
 */
export function useAnswers({ _id, lines }: Inquiry) {
  const personId = useSession().user?._id ?? '';
  const [stored, change] = useStored(storedOf(`answers-${_id}`, list(chosen)), personId);
  const written = stored ?? [];
  const [unsent, setUnsent] = useState(() => written.map(({ medicationId }) => medicationId));
  /** Why what was written of a medicine cannot be taken. */
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const sending = useAnswerInquiry<Chosen>(_id, { onSent, onFailed });

  function onSent({ written: sent, done }: Answer<Chosen>) {
    if (done) toast.success('Réponse envoyée, merci');
    const ids = sent.map(({ medicationId }) => medicationId);
    setUnsent((before) => before.filter((id) => !ids.includes(id)));
    // What was changed meanwhile is still to be sent.
    change((before) => {
      const rest = (before ?? []).filter((one) => !sent.includes(one));
      return rest.length === 0 ? null : rest;
    });
  }

  function onFailed(error: Error, { lines: sent, done, written: tried }: Answer<Chosen>) {
    const found = problemsOf(error, sent);
    setProblems((before) => ({ ...before, ...found }));
    setUnsent((before) => [...before, ...tried.map(({ medicationId }) => medicationId)]);
    // The line itself says that it is not sent, or why not.
    if (Object.keys(found).length > 0 || (!done && mayBeDone(error))) return;
    toast.error(messageOf(error, 'Erreur lors de l’envoi'));
  }

  const ofLine = ({ medicationId }: InquiryLine) =>
    written.find((one) => one.medicationId === medicationId) ?? null;
  const isIncomplete = (line: InquiryLine) => {
    const own = ofLine(line);
    return own !== null && toSend(own) === null;
  };
  const answerOf = (line: InquiryLine) => ofLine(line)?.answer ?? line.answer;
  const send = (one: Chosen) => {
    const line = toSend(one);
    if (line !== null) sending.mutate({ lines: [line], done: false, written: [one] });
  };
  const write = (one: Chosen) => {
    const { medicationId } = one;
    setUnsent((before) => before.filter((id) => id !== medicationId));
    const before = written.find((other) => other.medicationId === medicationId);
    // A price that cannot be read stays marked while its box is described.
    if (before?.price !== one.price || before.answer !== one.answer)
      setProblems(({ [medicationId]: _, ...others }) => others);
    change((before) => [...(before ?? []).filter((other) => other.medicationId !== medicationId), one]);
  };

  return {
    ofLine,
    answerOf,
    /** It is chosen how, but not which box, price or equivalent. */
    isIncomplete,
    problemOf: ({ medicationId }: InquiryLine) => problems[medicationId],
    isUnsent: (line: InquiryLine) => unsent.includes(line.medicationId) && !isIncomplete(line),
    /** Writes what is being typed. */
    write,
    choose: (one: Chosen) => {
      write(one);
      send(one);
    },
    /** Sends what was typed, or says what is wrong with it. */
    leave: (line: InquiryLine) => {
      const own = ofLine(line);
      if (own === null) return;
      if (isWrongPrice(own.price))
        setProblems((before) => ({ ...before, [own.medicationId]: 'Prix invalide' }));
      else if (!(sending.isPending && sending.variables.written.includes(own))) send(own);
    },
    /** Ends the answer: what is not answered is there. */
    finish: () => {
      const open = new Set(lines.filter((line) => answerOf(line) === null).map((line) => line.medicationId));
      const rest = [...open].map((medicationId) => ({ medicationId, answer: 'there' as const }));
      const all = [...written.flatMap((one) => toSend(one) ?? []), ...rest];
      sending.mutate({ lines: all, done: true, written });
    },
    isFinishing: sending.isPending && sending.variables.done,
  };
}

/** The messages of a refusal by medicine: its fields are « lines.0.price ». */
function problemsOf(error: Error, sent: Answer<Chosen>['lines']): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const found = Object.entries(error.fields).flatMap(([field, message]) => {
    const [, index] = /^lines\.(\d+)\./.exec(field) ?? [];
    const line = index === undefined ? undefined : sent[Number(index)];
    return line === undefined ? [] : [[line.medicationId, message] as const];
  });
  return Object.fromEntries(found);
}

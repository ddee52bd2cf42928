import type { Fcfa } from '../contract/money.ts';

// Imports no zod: pages use it.

/** When pharmacies are asked before an order is paid (rule 64). */
export const inquiryModes = ['never', 'prescribed', 'always'] as const;

export type InquiryMode = (typeof inquiryModes)[number];

/** Whether an order is asked about before it is paid. */
export const isInquired = (mode: InquiryMode, hasPrescription: boolean): boolean =>
  mode === 'always' || (mode === 'prescribed' && hasPrescription);

/**
 * States of an inquiry, which asks one pharmacy what it has of an unpaid order.
 * - `asked`: the pharmacy is asked, and rings
 * - `silent`: it did not answer in time and is not waited for; it may still answer
 * - `answered`: it has something of it, and keeps that until the answer lapses
 * - `refused`: it has nothing of it
 * - `lapsed`: the order was not paid in time, so the pharmacy keeps its boxes no longer
 * - `kept`: the order is paid, and this pharmacy prepares it
 * - `found`: another pharmacy has it
 * - `ended`: the order went on without it
 */
export const inquiryStates = [
  'asked',
  'silent',
  'answered',
  'refused',
  'lapsed',
  'kept',
  'found',
  'ended',
] as const;

export type InquiryState = (typeof inquiryStates)[number];

/** The lifecycle: what may follow. Money of a portal that was opened in time may be confirmed after the answer has lapsed. */
export const inquiryMoves: Readonly<Record<InquiryState, readonly InquiryState[]>> = {
  asked: ['silent', 'answered', 'refused', 'found', 'ended'],
  silent: ['answered', 'refused', 'found', 'ended'],
  answered: ['lapsed', 'kept', 'found', 'ended'],
  refused: [],
  lapsed: ['kept', 'found', 'ended'],
  kept: [],
  found: [],
  ended: [],
};

/** The states from which this one follows. */
export const beforeInquiry = (next: InquiryState): InquiryState[] =>
  inquiryStates.filter((state) => inquiryMoves[state].includes(next));

/** The pharmacy may answer. */
export const isOpenInquiry = (state: InquiryState): boolean => state === 'asked' || state === 'silent';

/** What a pharmacy answers about a line: it has it as ordered, in another box or at another price, as an equivalent, or not at all. */
export const lineAnswers = ['there', 'other', 'equivalent', 'missing'] as const;

export type LineAnswer = (typeof lineAnswers)[number];

export const lineAnswerLabels: Readonly<Record<LineAnswer, string>> = {
  there: 'Là',
  other: 'Autre boîte ou prix',
  equivalent: 'Équivalent',
  missing: 'Non',
};

interface Answered {
  readonly answer: LineAnswer | null;
}

export type AnswerKind = 'whole' | 'part' | 'nothing';

/** Says whether an answer has all, some or none of the lines. @returns null while a line has no answer */
export function answerKind(lines: readonly Answered[]): AnswerKind | null {
  if (lines.some(({ answer }) => answer === null)) return null;
  if (lines.every(({ answer }) => answer !== 'missing')) return 'whole';
  return lines.some(({ answer }) => answer !== 'missing') ? 'part' : 'nothing';
}

/** Whether the customer has nothing to agree to: all is there as it was ordered. */
export const isPlain = (lines: readonly Answered[]): boolean =>
  lines.every(({ answer }) => answer === 'there');

/** Pharmacies that are asked at a time once it is hard to find, and in all about one order. */
export const AT_ONCE = 3;
export const ASKED_MOST = 8;

/** After so many pharmacies that lack something, several are asked at once. */
const REFUSALS = 2;

interface Asked {
  readonly state: InquiryState;
  readonly kind: AnswerKind | null;
}

/**
 * How many more pharmacies are asked now: one after the other, and three at once after two that lack something, or where a line is known
 * to be rare. None once an answer has everything.
 */
export function askedMore(asked: readonly Asked[], isRare: boolean): number {
  if (asked.some(({ state, kind }) => kind === 'whole' && (state === 'answered' || state === 'kept')))
    return 0;
  const lacking = asked.filter(({ kind }) => kind === 'part' || kind === 'nothing').length;
  const open = asked.filter(({ state }) => state === 'asked').length;
  const atOnce = isRare || lacking >= REFUSALS ? AT_ONCE : 1;
  return Math.max(0, Math.min(atOnce - open, ASKED_MOST - asked.length));
}

/** A medicine is rare when at least as many pharmacies lacked it in the last days, and most of those that were asked. */
export const RARE_DAYS = 30;
const RARE_FROM = 3;

export const isRare = ({ missing, answers }: { missing: number; answers: number }): boolean =>
  missing >= RARE_FROM && missing * 2 > answers;

/** What a pharmacy confirmed needs no thumb for so long, hours; an answer is kept for so long, minutes. */
export const CONFIRMED_HOURS = 12;
export const HELD_MINUTES = 30;

/** Whether a pharmacy’s price of a box is surely mistyped: ten times ours, or a tenth (rule 50). */
export const isFarPrice = (price: Fcfa, ours: Fcfa): boolean => price >= ours * 10 || price * 10 <= ours;

/** A box or a price is described in as many characters. */
export const BOX_NOTE_MAX = 60;

import { addDays } from '../contract/dates.ts';

// Imports no zod: pages use it.

/** How often a line is given again at most, and after how many days. */
export const REPEATS_MAX = 11;
export const REPEAT_DAYS_MAX = 365;

/** A line as its prescriber or a pharmacist wrote it. */
export interface PrescribedLine {
  readonly medicationId: string;
  /** Boxes at a time. */
  readonly quantity: number;
  /** How often they are given again after the first time. */
  readonly repeats: number;
  /** Days from one time to the next; null when nothing was written. */
  readonly repeatDays: number | null;
  /** From this day in Benin on it is no longer given, `2026-11-20`; null for lines of before, which have no end. */
  readonly deliverBefore: string | null;
}

/** The boxes of a medicine that paid orders took, without those that were given back. */
export interface Given {
  readonly boxes: number;
  /** The day in Benin when some were last paid; null for none. */
  readonly lastDay: string | null;
}

/**
 * States of a line.
 * - `open`: boxes of it can be ordered
 * - `early`: the next repeat can be ordered, though its interval is not over: a warning (rule 54)
 * - `served`: nothing remains
 * - `ended`: some remains that is not given any more
 */
export const lineStates = ['open', 'early', 'served', 'ended'] as const;

export type LineState = (typeof lineStates)[number];

/** Why no more is given of a prescription, while something remains. */
export const closings = ['renounced', 'withdrawn', 'expired', 'single'] as const;

/**
 * - `renounced`: its patient does not take the rest
 * - `withdrawn`: its prescriber has stopped it
 * - `expired`: the validity of what remained has ended
 * - `single`: an order used it up before boxes were counted
 */
export type Closing = (typeof closings)[number];

/** Events that may change the state of a line. */
export const lineEvents = ['give', 'give-back', 'pass-time', 'close'] as const;

export type LineEvent = (typeof lineEvents)[number];

/** The lifecycle: the states that a line can be in after an event. An event that is not named leaves it as it is. */
export const lineMoves: Readonly<
  Record<LineState, Readonly<Partial<Record<LineEvent, readonly LineState[]>>>>
> = {
  open: {
    give: ['open', 'early', 'served'],
    'give-back': ['open', 'early'],
    'pass-time': ['open', 'ended'],
    close: ['ended'],
  },
  early: {
    give: ['open', 'early', 'served'],
    'give-back': ['open', 'early'],
    'pass-time': ['early', 'open', 'ended'],
    close: ['ended'],
  },
  served: { 'give-back': ['open', 'early', 'ended'] },
  // A box that comes back after the end is refunded, and not given again.
  ended: {},
};

/** What a line has become. */
export interface LineLife {
  readonly state: LineState;
  readonly given: number;
  /** Boxes that were prescribed, all repeats included, and not given. */
  readonly remaining: number;
  /** Boxes that can be ordered now: what remains of this time. */
  readonly offered: number;
  /** How often it is given again: after this time, or from the next one on once this time is complete. */
  readonly repeatsLeft: number;
  /** From which day on the next repeat is due; null when none is, or without an interval. */
  readonly dueFrom: string | null;
}

/** Boxes of a line, all repeats included. */
export const prescribedBoxes = ({
  quantity,
  repeats,
}: Pick<PrescribedLine, 'quantity' | 'repeats'>): number => quantity * (1 + repeats);

/**
 * Tells what a line has become.
 * @param today the day in Benin
 * @param isClosed whether no more is given of its prescription
 */
export function lifeOf(
  line: PrescribedLine,
  given: Given,
  { today, isClosed }: { today: string; isClosed: boolean },
): LineLife {
  const { quantity, repeats, repeatDays, deliverBefore } = line;
  const boxes = given.boxes;
  const remaining = Math.max(0, prescribedBoxes(line) - boxes);
  const started = Math.ceil(boxes / quantity);
  const repeatsLeft = Math.max(0, 1 + repeats - Math.max(1, started));
  const ofThisTime = boxes % quantity;
  const dueFrom =
    remaining > 0 && ofThisTime === 0 && repeatDays !== null && given.lastDay !== null
      ? addDays(given.lastDay, repeatDays)
      : null;
  const life = { given: boxes, remaining, repeatsLeft, dueFrom };
  if (remaining === 0) return { ...life, state: 'served', offered: 0 };
  const hasEnded = isClosed || (deliverBefore !== null && today >= deliverBefore);
  if (hasEnded) return { ...life, state: 'ended', offered: 0, dueFrom: null };
  const offered = quantity - ofThisTime;
  return { ...life, state: dueFrom !== null && today < dueFrom ? 'early' : 'open', offered };
}

/** Whether nothing can be ordered of a prescription any more: what `used` says (rule 52). */
export const isUsedUp = (lives: readonly Pick<LineLife, 'offered'>[]): boolean =>
  lives.every(({ offered }) => offered === 0);

/**
 * Shares what was given of each medicine among the lines that name it, the first line first; what exceeds them all counts for the last.
 * @param given by id of the medicine
 */
export function shareGiven(lines: readonly PrescribedLine[], given: ReadonlyMap<string, Given>): Given[] {
  const left = new Map([...given].map(([id, { boxes }]) => [id, boxes]));
  return lines.map((line, index) => {
    const { medicationId: id } = line;
    const all = left.get(id) ?? 0;
    const isLast = !lines.slice(index + 1).some((other) => other.medicationId === id);
    const boxes = isLast ? all : Math.min(all, prescribedBoxes(line));
    left.set(id, all - boxes);
    return { boxes, lastDay: boxes === 0 ? null : (given.get(id)?.lastDay ?? null) };
  });
}

/** Days after which a line is no longer given, when its prescriber names no day: those of the setting, and the time of its repeats. */
export function usualEnd(
  today: string,
  days: number,
  { repeats, repeatDays }: Pick<PrescribedLine, 'repeats' | 'repeatDays'>,
): string {
  return addDays(today, days + repeats * (repeatDays ?? 0));
}

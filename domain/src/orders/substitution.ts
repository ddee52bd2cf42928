import type { Fcfa } from '../contract/money.ts';

// Imports no zod: pages use it.

/**
 * States of a proposal to give another medicine for a line of a paid order (rule 53).
 * - `checking`: an in-house pharmacist decides whether it may be given
 * - `prescriber`: so does who prescribed the line
 * - `asking`: the customer is asked
 * - `calling`: she has not answered in time; a supervisor calls, and both may still answer
 * - `agreed`: it is given
 * - `declined`: the customer does not want it
 * - `refused`: the pharmacist or the prescriber says that it must not be given
 * - `lapsed`: the pharmacist or the prescriber did not answer in time
 * - `ended`: the order went on without it
 */
export const substitutionStates = [
  'checking',
  'prescriber',
  'asking',
  'calling',
  'agreed',
  'declined',
  'refused',
  'lapsed',
  'ended',
] as const;

export type SubstitutionState = (typeof substitutionStates)[number];

/** Somebody has to answer. */
export const openSubstitutions = [
  'checking',
  'prescriber',
  'asking',
  'calling',
] as const satisfies SubstitutionState[];

export type OpenSubstitution = (typeof openSubstitutions)[number];

export const isOpenSubstitution = (state: SubstitutionState): state is OpenSubstitution =>
  openSubstitutions.some((open) => open === state);

/** The lifecycle: what may follow. A state that is not open is the last. */
export const substitutionMoves: Readonly<Record<SubstitutionState, readonly SubstitutionState[]>> = {
  checking: ['prescriber', 'asking', 'refused', 'lapsed', 'ended'],
  prescriber: ['asking', 'refused', 'lapsed', 'ended'],
  asking: ['calling', 'agreed', 'declined', 'ended'],
  calling: ['agreed', 'declined', 'ended'],
  agreed: [],
  declined: [],
  refused: [],
  lapsed: [],
  ended: [],
};

/** The customer may answer. */
export const isAsked = (state: SubstitutionState): boolean => state === 'asking' || state === 'calling';

/** The states from which this one follows. */
export const beforeSubstitution = (next: SubstitutionState): SubstitutionState[] =>
  substitutionStates.filter((state) => substitutionMoves[state].includes(next));

/** Who answers first: nobody asks a pharmacist about the same medicine of another maker, nor about what the prescriber named. */
export const firstStep = (isCleared: boolean): OpenSubstitution => (isCleared ? 'asking' : 'checking');

/** What the prescriber answers; `another` names the medicine that may be given instead. */
export const prescriberAnswers = ['accept', 'another', 'none'] as const;

export type PrescriberAnswer = (typeof prescriberAnswers)[number];

export const prescriberAnswerLabels: Readonly<Record<PrescriberAnswer, string>> = {
  accept: 'Oui, celui-là convient',
  another: 'Non, un autre',
  none: 'Non, aucun autre',
};

/** Why a prescriber forbids another medicine for a line. */
export const fixedReasons = ['narrow', 'form', 'excipient'] as const;

export type FixedReason = (typeof fixedReasons)[number];

export const fixedReasonLabels: Readonly<Record<FixedReason, string>> = {
  narrow: 'Marge thérapeutique étroite',
  form: 'Forme adaptée au patient',
  excipient: 'Excipient à éviter',
};

/**
 * The price at which another medicine is given, FCFA a box: its own, but never more than was paid. Who has paid pays nothing more; the
 * difference of a cheaper one goes back.
 */
export const givenPrice = (paid: Fcfa, catalogue: Fcfa): Fcfa => Math.min(paid, catalogue);

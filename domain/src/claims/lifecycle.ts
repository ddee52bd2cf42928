// Imports no zod: pages use it.

/** States of a line of a claim. */
export const claimStates = ['to-send', 'sent', 'accepted', 'refused', 'sent-again', 'paid'] as const;

export type ClaimState = (typeof claimStates)[number];

export const claimStateLabels: Readonly<Record<ClaimState, string>> = {
  'to-send': 'À envoyer',
  sent: 'Envoyée',
  accepted: 'Acceptée',
  refused: 'Refusée',
  'sent-again': 'Renvoyée',
  paid: 'Payée',
};

/** The insurer owes the lines in these states. */
export const owedStates = ['to-send', 'sent', 'accepted', 'sent-again'] as const satisfies ClaimState[];

/** Why an insurer refuses a line. */
export const claimReasons = [
  'not-insured',
  'not-covered',
  'ceiling',
  'no-agreement',
  'papers',
  'late',
] as const;

export type ClaimReason = (typeof claimReasons)[number];

export const claimReasonLabels: Readonly<Record<ClaimReason, string>> = {
  'not-insured': 'La personne n’est pas assurée',
  'not-covered': 'Un médicament n’est pas couvert',
  ceiling: 'Le plafond est dépassé',
  'no-agreement': 'L’accord préalable manque',
  papers: 'Une pièce manque ou ne se lit pas',
  late: 'La demande est arrivée trop tard',
};

/** Who bears what an insurer refuses: a setting. From the customer nothing is taken: she is asked. */
export const bearers = ['platform', 'pharmacy', 'customer'] as const;

export type Bearer = (typeof bearers)[number];

export const bearerLabels: Readonly<Record<Bearer, string>> = {
  platform: 'Amasin',
  pharmacy: 'La pharmacie',
  customer: 'Le client, à qui on le réclame',
};

const moves: Readonly<Record<ClaimState, readonly ClaimState[]>> = {
  'to-send': ['sent'],
  sent: ['accepted', 'refused', 'paid'],
  accepted: ['refused', 'paid'],
  refused: ['sent-again'],
  'sent-again': ['accepted', 'refused', 'paid'],
  paid: [],
};

interface Line {
  readonly state: ClaimState;
  readonly bearer: Bearer | null;
}

/** Whether a line may go to this state. What its customer is asked for may also come from her: it is paid then. */
export function mayBecome({ state, bearer }: Line, next: ClaimState): boolean {
  if (state === 'refused' && next === 'paid') return bearer === 'customer';
  return moves[state].includes(next);
}

/** What a whole month may become; a refusal is of one line. */
export const monthMoves = ['sent', 'accepted', 'paid'] as const satisfies ClaimState[];

export type MonthMove = (typeof monthMoves)[number];

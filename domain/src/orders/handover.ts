import { plainCode } from '../contract/signs.ts';

/** A customer gives this many digits to the courier who hands her order over (rule 59). */
export const HANDOVER_DIGITS = 4;

export const HANDOVER_CODE_EXPECTED = 'Quatre chiffres attendus';

/** Reads the code of a handover as people type it, « 04 12 », or in the whole message that was pasted; null without one. */
export function readHandoverCode(text: string): string | null {
  const plain = plainCode(text);
  const digits = plain.replace(/[ .-]/g, '');
  if (/^[0-9]{4}$/.test(digits)) return digits;
  return plain.split(/[^0-9]+/).find((word) => word.length === HANDOVER_DIGITS) ?? null;
}

/** So many wrong codes of one delivery are answered; then it is handed over with a reason only, and the supervisors are told. */
export const HANDOVER_TRIES = 5;

/** Supervisors read how many orders of the last so many days a courier handed over without a code. */
export const UNPROVEN_DAYS = 30;

/** A photograph of a handover is erased after so many days. */
export const HANDOVER_PHOTO_DAYS = 30;

/** Why an order was handed over without its code. */
export const unprovenReasons = ['no-phone', 'not-received', 'other-person', 'code-refused'] as const;

export type UnprovenReason = (typeof unprovenReasons)[number];

export const unprovenLabels: Readonly<Record<UnprovenReason, string>> = {
  'no-phone': 'Téléphone éteint ou absent',
  'not-received': 'Code pas reçu',
  'other-person': 'Remise à une autre personne',
  'code-refused': 'Code refusé',
};

/** What a courier is asked for when he hands an order over. */
export const handoverAsks = ['code', 'reason'] as const;

export type HandoverAsk = (typeof handoverAsks)[number];

interface Facts {
  readonly state: string;
  /** Null before its departure, and for one that left while no code was asked. */
  readonly handoverCode: string | null;
  /** The wrong codes that its courier has typed. */
  readonly wrongCodes: readonly string[];
}

/**
 * Returns what its courier is asked for; null when the order is handed over as before. Before the departure it is the code, so that a
 * courier who leaves without a network is asked for it too.
 */
export function handoverAskOf(
  { state, handoverCode, wrongCodes }: Facts,
  { handoverCode: isOn }: { readonly handoverCode: boolean },
): HandoverAsk | null {
  if (!isOn) return null;
  if (state === 'pending') return 'code';
  if (state !== 'delivering' || handoverCode === null) return null;
  return wrongCodes.length < HANDOVER_TRIES ? 'code' : 'reason';
}

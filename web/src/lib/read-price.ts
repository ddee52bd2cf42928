import { type Fcfa, readAmount } from '@amasin/domain/contract/money.ts';

// Not in format.ts, which every page loads.

/** A typed price: 0 for an empty field, null when it is not an amount. */
export const readPrice = (typed: string): Fcfa | null => (typed.trim() === '' ? 0 : readAmount(typed));

import { type Fcfa, readAmount } from '@amasin/domain/contract/money.ts';

/** A typed price: 0 for an empty field, null when it is not an amount. Not in money.ts, which every page loads. */
export const readPrice = (typed: string): Fcfa | null => (typed.trim() === '' ? 0 : readAmount(typed));

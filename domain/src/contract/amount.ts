import { z } from 'zod';

/** An amount on the wire: whole FCFA, at most what an `integer` column holds. Apart from money.ts, which needs no zod. */
export const fcfa = z.int().min(0).max(2_000_000_000);

/** A sum of amounts: whole FCFA, as large as a number holds exactly. */
export const fcfaSum = z.int().min(0);

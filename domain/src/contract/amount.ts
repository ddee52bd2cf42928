import { z } from 'zod';
import './zod-settings.ts';

/** An amount on the wire: whole FCFA, within an `integer` column. Not in money.ts, which must not import zod. */
export const fcfa = z.int().min(0).max(2_000_000_000);

/** A sum of amounts: whole FCFA, up to the largest safe integer. */
export const fcfaSum = z.int().min(0);

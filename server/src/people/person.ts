import { createHmac } from 'node:crypto';
import type { SystemCtx } from '../ctx.ts';

/** A keyed hash of a telephone: whoever has the number is the same person, under another account too (rule 40). */
export const personOf = (
  { linkSecret }: Pick<SystemCtx, 'linkSecret'>,
  phone: string | null,
): string | null =>
  phone === null ? null : createHmac('sha256', linkSecret).update(`insured ${phone}`).digest('hex');

import { createHmac } from 'node:crypto';
import type { SystemCtx } from '../ctx.ts';

type Keyed = Pick<SystemCtx, 'linkSecrets'>;

/** A keyed hash of a telephone: whoever has the number is the same person, under another account too (rule 40). */
export const personOf = (ctx: Keyed, phone: string | null): string | null => personsOf(ctx, phone)[0] ?? null;

/** The hashes under which this person may be stored: that of LINK_SECRET, then that of LINK_SECRET_OLD. */
export const personsOf = ({ linkSecrets }: Keyed, phone: string | null): string[] =>
  phone === null
    ? []
    : linkSecrets.map((secret) => createHmac('sha256', secret).update(`insured ${phone}`).digest('hex'));

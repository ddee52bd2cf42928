import { createHmac } from 'node:crypto';
import type { SystemCtx } from '../ctx.ts';

type Keyed = Pick<SystemCtx, 'linkSecrets'>;

/**
 * The keyed hashes of a telephone, that of LINK_SECRET, then that of LINK_SECRET_OLD: whoever has proven the number is the same person,
 * under another account too (rule 40).
 */
export const personsOf = ({ linkSecrets }: Keyed, phone: string | null): string[] =>
  phone === null
    ? []
    : linkSecrets.map((secret) => createHmac('sha256', secret).update(`insured ${phone}`).digest('hex'));

import type { SystemCtx } from '../../ctx.ts';
import { tooManyTries } from '../../refusal.ts';
import type { AddressCount } from './queries.ts';

/** Multiples of ADDRESS_LIMIT at which the work doubles: people behind the same address need seconds. */
const DOUBLES_AT = [3, 6];
/** The multiple above which an address is refused: no carrier has so many people at once who sign in wrongly. */
const REFUSED_AT = 10;

/**
 * The level of work that another account from this network address needs; null below ADDRESS_LIMIT.
 * @throws 429 TOO_MANY_TRIES far above it, with the seconds to wait
 */
export function workOfAddress(
  { settings }: Pick<SystemCtx, 'settings'>,
  { others, first }: AddressCount,
  now: Date,
  windowMs: number,
): { readonly level: number | null; readonly waitMs: number } {
  const waitMs = (first ?? now).getTime() + windowMs - now.getTime();
  const times = others / settings.addressLimit;
  if (times >= REFUSED_AT) throw tooManyTries(waitMs);
  return { level: times < 1 ? null : DOUBLES_AT.filter((at) => times >= at).length, waitMs };
}

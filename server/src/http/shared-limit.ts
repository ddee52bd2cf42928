import { MINUTE_MS } from '@amasin/domain/contract/time.ts';
import type { preParsingAsyncHookHandler } from 'fastify';
import type { SystemCtx } from '../ctx.ts';
import { tooManyTries } from '../refusal.ts';
import { countCall } from '../session/limit-queries.ts';

/** Persons over a limit that are remembered at most; the database is asked about the others again. */
const MAX_REFUSED = 5_000;

/**
 * Limits the calls of a person to an endpoint. They are counted in the database, so that the limit is the same whatever the number
 * of processes (decision 69). A person over the limit is remembered here until the minute ends: repeated calls cost no statement.
 * @param name of the endpoint
 * @param max calls per minute
 */
export function sharedLimit(
  { db, clock }: Pick<SystemCtx, 'db' | 'clock'>,
  name: string,
  max: number,
): preParsingAsyncHookHandler {
  const refusedUntil = new Map<string, number>();
  return async ({ actor }, _reply, payload) => {
    if (actor === null) return payload;
    const now = clock.now();
    const until = refusedUntil.get(actor._id) ?? 0;
    if (until > now.getTime()) throw tooManyTries(until - now.getTime());
    refusedUntil.delete(actor._id);
    const { count, endsAt } = await countCall(db, `${name} ${actor._id}`, { now, windowMs: MINUTE_MS });
    if (count <= max) return payload;
    if (refusedUntil.size >= MAX_REFUSED) refusedUntil.clear();
    refusedUntil.set(actor._id, endsAt.getTime());
    throw tooManyTries(endsAt.getTime() - now.getTime());
  };
}

import { DAY_MS } from '@amasin/domain/contract/time.ts';
import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { idempotencyKeys } from '../database/schema/sessions.ts';
import { Refusal } from '../refusal.ts';

interface KeyedCall {
  readonly key: string;
  readonly requestHash: string;
}

interface StoredResponse {
  readonly status: number;
  readonly body: unknown;
}

interface CallResponse {
  readonly status: PropertyKey;
  readonly body: unknown;
}

/**
 * Stores a response under the key of its call, in the transaction of its effect: both are committed or
 * neither (decision 14). Without a key nothing is stored.
 * @throws 409 IN_PROGRESS when another call has taken over the key, to roll back this one
 */
export type StoreResponse = <A extends CallResponse>(tx: Database, response: A) => Promise<A>;

export const storeNothing: StoreResponse = (_tx, response) => Promise.resolve(response);

/** A call without a response after this time is considered interrupted, ms. */
const ABANDONED_MS = 60_000;
const MAX_KEY = 200;

/**
 * Runs a call once per user and key: the same key and body return the stored response. Only successes are
 * stored, so that a refused call (an unconfirmed payment) can be retried. A response that `run` does not store
 * itself is stored after `run` has returned, so such a call must be safe to repeat.
 * @throws 409 IN_PROGRESS while the first call still runs
 * @throws 422 KEY_REUSED when the body differs
 */
export async function respondOnce<A extends CallResponse>(
  ctx: Ctx,
  call: KeyedCall,
  run: (storeResponse: StoreResponse) => Promise<A>,
): Promise<A | StoredResponse> {
  if (call.key.length > MAX_KEY) throw new Refusal('BAD_REQUEST');
  const takenAt = ctx.clock.now();
  const earlier = await takeKey(ctx, call, takenAt);
  if (earlier !== null) return earlier;
  // Another call may have taken over the key from this one.
  const ownKey = and(
    eq(idempotencyKeys.userId, ctx.actor._id),
    eq(idempotencyKeys.key, call.key),
    eq(idempotencyKeys.createdAt, takenAt),
    isNull(idempotencyKeys.status),
  );
  const store = async (db: Database, response: CallResponse) => {
    const updated = await db
      .update(idempotencyKeys)
      .set({ status: Number(response.status), response: response.body ?? null })
      .where(ownKey)
      .returning({ key: idempotencyKeys.key });
    return updated.length > 0;
  };
  let isStored = false;
  try {
    const response = await run(async (tx, response) => {
      if (!(await store(tx, response))) throw new Refusal('IN_PROGRESS');
      isStored = true;
      return response;
    });
    if (!isStored) await store(ctx.db, response);
    return response;
  } catch (error) {
    await releaseKey(ctx, ownKey);
    throw error;
  }
}

/** Does not delete a stored response: the connection may have failed during a successful commit. */
async function releaseKey(ctx: Ctx, ownKey: SQL | undefined): Promise<void> {
  try {
    await ctx.db.delete(idempotencyKeys).where(ownKey);
  } catch (error) {
    ctx.log.warn({ err: error }, 'could not delete an idempotency key; it expires in a minute');
  }
}

/**
 * Takes the key.
 * @returns the stored response, or null when the key was unused
 * @throws 409 IN_PROGRESS, 422 KEY_REUSED
 */
async function takeKey(ctx: Ctx, call: KeyedCall, now: Date): Promise<StoredResponse | null> {
  const [taken] = await ctx.db
    .insert(idempotencyKeys)
    .values({ userId: ctx.actor._id, ...call, createdAt: now })
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: { createdAt: now },
      setWhere: sql`${idempotencyKeys.requestHash} = ${call.requestHash}
        and ${idempotencyKeys.status} is null
        and ${idempotencyKeys.createdAt} < ${new Date(now.getTime() - ABANDONED_MS)}`,
    })
    .returning();
  if (taken !== undefined) return null;
  const [earlier] = await ctx.db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, ctx.actor._id), eq(idempotencyKeys.key, call.key)));
  if (earlier === undefined) throw new Refusal('IN_PROGRESS');
  if (earlier.requestHash !== call.requestHash) throw new Refusal('KEY_REUSED');
  if (earlier.status === null) throw new Refusal('IN_PROGRESS');
  return { status: earlier.status, body: earlier.response };
}

/** Deletes responses older than a day. */
export async function sweepIdempotencyKeys(db: Ctx['db'], now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS);
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, yesterday));
}

import { createHash } from 'node:crypto';
import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { idempotencyKeys } from '../database/schema/idempotency.ts';
import { Refusal } from '../refusal.ts';

interface Asked {
  readonly key: string;
  readonly requestHash: string;
  /** The answer counts for a minute only. */
  readonly fleeting?: boolean;
}

interface Answered {
  readonly status: number;
  readonly body: unknown;
}

interface Answer {
  readonly status: PropertyKey;
  readonly body: unknown;
}

/**
 * Keeps an answer under the key of its call in the transaction of its effect: both stand, or neither, wherever the line is
 * cut (decision 14). A call without a key keeps nothing.
 * @throws 409 IN_PROGRESS where another call has taken the key over: nothing of this one shall stand
 */
export type KeepAnswer = <A extends Answer>(tx: Database, answer: A) => Promise<A>;

export const keepNothing: KeepAnswer = (_tx, answer) => Promise.resolve(answer);

/** After so long without an answer, whoever was answering is taken for dead. */
const ABANDONED_MS = 60_000;
const MAX_KEY = 200;

/**
 * Runs a call once for a person's key: the same key and body give the first answer again; another body 422; while the
 * first still runs 409. Only successes are kept: what was refused (an unconfirmed payment) may be tried again. What `run`
 * does not keep itself is kept after it: a call that does so must bear being repeated.
 */
export async function answerOnce<A extends Answer>(
  ctx: Ctx,
  asked: Asked,
  run: (keepAnswer: KeepAnswer) => Promise<A>,
): Promise<A | Answered> {
  if (asked.key.length > MAX_KEY) throw new Refusal('BAD_REQUEST');
  const takenAt = ctx.clock.now();
  const earlier = await takeKey(ctx, asked, takenAt);
  if (earlier !== null) return earlier;
  // Taken for dead and taken over by another call, the key is not this one's any more.
  const mine = and(
    eq(idempotencyKeys.userId, ctx.actor._id),
    eq(idempotencyKeys.key, asked.key),
    eq(idempotencyKeys.createdAt, takenAt),
    isNull(idempotencyKeys.status),
  );
  const keep = async (db: Database, answer: Answer) => {
    const kept = await db
      .update(idempotencyKeys)
      .set({ status: Number(answer.status), answer: answer.body ?? null })
      .where(mine)
      .returning({ key: idempotencyKeys.key });
    return kept.length > 0;
  };
  let isKept = false;
  try {
    const answer = await run(async (tx, answer) => {
      if (!(await keep(tx, answer))) throw new Refusal('IN_PROGRESS');
      isKept = true;
      return answer;
    });
    if (!isKept) await keep(ctx.db, answer);
    return answer;
  } catch (error) {
    await freeKey(ctx, mine);
    throw error;
  }
}

/** An answer that was kept stays, though its call ended in an error: the line was cut while it was committed. */
async function freeKey(ctx: Ctx, mine: SQL | undefined): Promise<void> {
  try {
    await ctx.db.delete(idempotencyKeys).where(mine);
  } catch (error) {
    ctx.log.warn({ err: error }, 'a key could not be freed: it is free in a minute');
  }
}

interface Wish {
  readonly path: string;
  readonly body: unknown;
}

/**
 * For payouts (F29): a caller who sends no key and the same body to the same call within a minute pressed twice, and gets
 * the first answer again. With a key, `answerOnce` has seen to it already.
 */
export async function answerOnceAMinute<A extends Answer>(
  ctx: Ctx,
  call: { readonly headers: Readonly<Record<string, unknown>>; readonly keepAnswer: KeepAnswer },
  { path, body }: Wish,
  run: (keepAnswer: KeepAnswer) => Promise<A>,
): Promise<A> {
  if (call.headers['idempotency-key']) return run(call.keepAnswer);
  const requestHash = createHash('sha256')
    .update(`${path}\n${JSON.stringify(body)}`)
    .digest('hex');
  // No header holds a line break: nobody else's key is this one.
  const key = `\n${requestHash}`;
  // An earlier answer to the same call has the same shape.
  return (await answerOnce(ctx, { key, requestHash, fleeting: true }, run)) as A;
}

/** Null once the key is ours; the earlier answer where there is one. */
async function takeKey(ctx: Ctx, { fleeting = false, ...asked }: Asked, now: Date): Promise<Answered | null> {
  const [taken] = await ctx.db
    .insert(idempotencyKeys)
    .values({ userId: ctx.actor._id, ...asked, createdAt: now })
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: { createdAt: now, status: null, answer: null },
      setWhere: sql`${idempotencyKeys.requestHash} = ${asked.requestHash}
        and (${idempotencyKeys.status} is null or ${fleeting}::boolean)
        and ${idempotencyKeys.createdAt} < ${new Date(now.getTime() - ABANDONED_MS)}`,
    })
    .returning();
  if (taken !== undefined) return null;
  const [earlier] = await ctx.db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, ctx.actor._id), eq(idempotencyKeys.key, asked.key)));
  if (earlier === undefined) throw new Refusal('IN_PROGRESS');
  if (earlier.requestHash !== asked.requestHash) throw new Refusal('KEY_REUSED');
  if (earlier.status === null) throw new Refusal('IN_PROGRESS');
  return { status: earlier.status, body: earlier.answer };
}

/** Forgets answers older than a day. */
export async function sweepIdempotencyKeys(db: Ctx['db'], now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - 24 * 3600_000);
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, yesterday));
}

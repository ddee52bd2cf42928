import { HOUR_MS } from '@amasin/domain/contract/time.ts';
import type { StockKey } from '@amasin/domain/stock/stock.ts';
import { record } from '../audit/record.ts';
import type { Ctx, PublicCtx } from '../ctx.ts';
import type { StockKeyRow } from '../database/schema/stock.ts';
import { transact } from '../database/transaction.ts';
import { Refusal, tooManyTries } from '../refusal.ts';
import { countCall } from '../session/limit-queries.ts';
import { guardUnknown } from '../session/limits.ts';
import { newToken, tokenHash } from '../session/tokens.ts';
import { type AdmittedKey, deleteStockKey, findStockKeys, insertStockKey, useStockKey } from './queries.ts';

export async function listStockKeys(ctx: Ctx): Promise<{ keys: StockKey[]; total: number }> {
  const rows = await findStockKeys(ctx.db, ctx.actor._id);
  return { keys: rows.map(presentKey), total: rows.length };
}

const presentKey = ({ id, name, createdAt, lastUsedAt }: StockKeyRow): StockKey => ({
  _id: id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

/**
 * Makes a key of 256 random bits, which is returned once and stored as a hash.
 * @throws 409 TOO_MANY_KEYS
 */
export async function createStockKey(ctx: Ctx, name: string): Promise<{ key: StockKey; secret: string }> {
  const secret = newToken();
  const pharmacyId = ctx.actor._id;
  const row = await transact(ctx.db, async (tx) => {
    const keyHash = tokenHash(secret);
    const made = await insertStockKey(tx, { pharmacyId, name, keyHash, createdAt: ctx.clock.now() });
    if (made === null) throw new Refusal('TOO_MANY_KEYS');
    await record(ctx, tx, { action: 'create', ...aboutKeyOf(pharmacyId) });
    return made;
  });
  return { key: presentKey(row), secret };
}

const aboutKeyOf = (id: string) => ({
  kind: 'pharmacy' as const,
  id,
  details: { event: 'stock-key' },
});

/** Withdraws a key: it opens nothing from now on. @throws 404 NOT_FOUND, even when already withdrawn */
export async function withdrawStockKey(ctx: Ctx, id: string): Promise<void> {
  await transact(ctx.db, async (tx) => {
    if (!(await deleteStockKey(tx, ctx.actor._id, id))) throw new Refusal('NOT_FOUND');
    await record(ctx, tx, { action: 'delete', ...aboutKeyOf(ctx.actor._id) });
  });
}

/**
 * Admits a program by its key, before its list is read.
 * @returns the key, which is looked up again when the list has arrived
 * @throws 401 KEY_UNKNOWN, also for a withdrawn key and that of a deactivated pharmacy; 429 TOO_MANY_TRIES
 */
export async function admitKey(ctx: PublicCtx, token: string | null): Promise<AdmittedKey> {
  if (token === null) throw new Refusal('KEY_UNKNOWN');
  const now = ctx.clock.now();
  const keyHash = tokenHash(token);
  const pharmacyId = await useStockKey(ctx.db, keyHash, now);
  if (pharmacyId === null) {
    // Only unknown keys wait: a program, which solves no challenge, may share its address with whoever guesses.
    await guardUnknown(ctx, null, () => Promise.resolve(null), 'stock-key');
    throw new Refusal('KEY_UNKNOWN');
  }
  const { count, endsAt } = await countCall(ctx.db, `stock ${pharmacyId}`, { now, windowMs: HOUR_MS });
  if (count > ctx.limits.stockListsPerHour) throw tooManyTries(endsAt.getTime() - now.getTime());
  return { pharmacyId, keyHash };
}

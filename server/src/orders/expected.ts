import { expectedMinutes } from '@amasin/domain/orders/expected.ts';
import { LRUCache } from 'lru-cache';
import type { Clock, Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { ZoneRow } from '../database/schema/places.ts';
import { findReadingMinutes, findUsualMinutes } from './queries.ts';

/** Medians of many orders change little by little: they are read again after a minute. */
const CACHED_MS = 60_000;

interface Cached {
  readonly minutes: number | null;
  readonly readAt: number;
}

/** Each server has its own clock and its own cache: a process of the tests has several. */
const caches = new WeakMap<Clock, LRUCache<string, Cached>>();

async function cached(clock: Clock, key: string, read: () => Promise<number | null>): Promise<number | null> {
  const cache = caches.get(clock) ?? new LRUCache({ max: 500 });
  caches.set(clock, cache);
  const known = cache.get(key);
  const now = clock.now();
  if (known !== undefined && now.getTime() - known.readAt < CACHED_MS) return known.minutes;
  const minutes = await read();
  cache.set(key, { minutes, readAt: now.getTime() });
  return minutes;
}

/** Returns what `findUsualMinutes` finds, at most a minute old. */
export const usualMinutesIn = (
  { clock }: { clock: Clock },
  db: Database,
  zoneId: string,
): Promise<number | null> => cached(clock, zoneId, () => findUsualMinutes(db, zoneId));

/** Returns what `findReadingMinutes` finds, at most a minute old. */
export const readingMinutes = ({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<number | null> =>
  cached(clock, 'photograph', () => findReadingMinutes(db));

/** Reads the minutes from payment to delivery that a customer of this zone sees before paying. */
export async function readDeliveryTime(ctx: Ctx, zone: ZoneRow): Promise<number> {
  return expectedMinutes(await usualMinutesIn(ctx, ctx.db, zone.id), ctx.settings.promiseMinutes);
}

import { toldMinutes } from '@amasin/domain/orders/expected.ts';
import { LRUCache } from 'lru-cache';
import type { Clock, Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { ZoneRow } from '../database/schema/places.ts';
import { findReadingMinutes, findUsualMinutes } from './queries.ts';

/** Medians of many orders change little by little: they are read again after a minute. */
const KEPT_MS = 60_000;

interface Kept {
  readonly minutes: number | null;
  readonly readAt: number;
}

/** One for each server, which has its own clock: a process of the tests has several. */
const keptBy = new WeakMap<Clock, LRUCache<string, Kept>>();

async function keep(clock: Clock, key: string, read: () => Promise<number | null>): Promise<number | null> {
  const kept = keptBy.get(clock) ?? new LRUCache({ max: 500 });
  keptBy.set(clock, kept);
  const known = kept.get(key);
  const now = clock.now();
  if (known !== undefined && now.getTime() - known.readAt < KEPT_MS) return known.minutes;
  const minutes = await read();
  kept.set(key, { minutes, readAt: now.getTime() });
  return minutes;
}

/** As `findUsualMinutes`, at most a minute old. */
export const usualMinutesIn = (
  { clock }: { clock: Clock },
  db: Database,
  zoneId: string,
): Promise<number | null> => keep(clock, zoneId, () => findUsualMinutes(db, zoneId));

/** As `findReadingMinutes`, at most a minute old. */
export const readingMinutes = ({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<number | null> =>
  keep(clock, 'photograph', () => findReadingMinutes(db));

/** The minutes from payment to delivery that a customer of this zone is told before paying. */
export async function readDeliveryTime(ctx: Ctx, zone: ZoneRow): Promise<number> {
  return toldMinutes(await usualMinutesIn(ctx, ctx.db, zone.id), ctx.settings.promiseMinutes);
}

import { LRUCache } from 'lru-cache';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { findReadingMinutes, findUsualMinutes } from './queries.ts';

/** Medians of many orders change little by little: they are read again after a minute. */
const KEPT_MS = 60_000;

interface Kept {
  readonly minutes: number | null;
  readonly readAt: number;
}

const kept = new LRUCache<string, Kept>({ max: 500 });

async function keep(key: string, now: Date, read: () => Promise<number | null>): Promise<number | null> {
  const known = kept.get(key);
  // The clock may have been set back.
  if (known !== undefined && Math.abs(now.getTime() - known.readAt) < KEPT_MS) return known.minutes;
  const minutes = await read();
  kept.set(key, { minutes, readAt: now.getTime() });
  return minutes;
}

/** As `findUsualMinutes`, at most a minute old. */
export const usualMinutesIn = (db: Database, zoneId: string, now: Date): Promise<number | null> =>
  keep(zoneId, now, () => findUsualMinutes(db, zoneId));

/** As `findReadingMinutes`, at most a minute old. */
export const readingMinutes = ({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<number | null> =>
  keep('photograph', clock.now(), () => findReadingMinutes(db));

import type { FileReader } from '@amasin/domain/audit/entry.ts';
import { DAY_MS } from '@amasin/domain/contract/time.ts';
import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { titledName } from '@amasin/domain/users/partner-title.ts';
import type { Actor, Ctx } from '../ctx.ts';
import { findReaders } from './journal-queries.ts';

const YEAR_MS = 365 * DAY_MS;
const MAX_READERS = 200;

/** They work for Amasin: the customer reads their role, the super administrator their name. */
const inHouse: ReadonlySet<UserType> = new Set(['agent', 'supervisor', 'superAdmin']);

/** Lists by day who else has seen the caller's orders, prescriptions, consultations and files, latest first. */
export async function listOwnReaders({
  db,
  actor,
  clock,
}: Pick<Ctx, 'db' | 'clock'> & { actor: Pick<Actor, '_id'> }) {
  const since = new Date(clock.now().getTime() - YEAR_MS);
  const rows = await findReaders(db, actor._id, { since, limit: MAX_READERS });
  const days = Map.groupBy(rows, ({ day }) => day);
  return {
    days: [...days].map(([day, found]) => ({
      day,
      readers: found.flatMap((row): FileReader[] => {
        const { type, name, title, kind, label, changed, at } = row;
        if (type === null) return [];
        const shown = inHouse.has(type) || name === null ? null : titledName(name, title);
        return [{ name: shown, type, kind, label, changed, at: at.toISOString() }];
      }),
    })),
  };
}

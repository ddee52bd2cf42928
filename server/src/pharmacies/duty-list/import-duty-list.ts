import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import type { DutyList, newDutyList } from '@amasin/domain/pharmacies/duty-list/duty-list.ts';
import { dutyNight } from '@amasin/domain/pharmacies/duty-night.ts';
import type { z } from 'zod';
import { record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { invalidField } from '../../refusal.ts';
import { refuseTooFar } from '../duty/planned-days.ts';
import { countShown } from '../duty/queries.ts';
import { insertList, insertListed } from './queries.ts';

/**
 * Adds the shifts of a published list that are missing and not over, and records its source and date. Idempotent.
 * @throws 422 for an unknown pharmacy, a night too far ahead or a list from the future
 */
export async function importDutyList(
  ctx: Ctx,
  { source, date, shifts }: z.output<typeof newDutyList>,
): Promise<{ added: number; dutyList: DutyList }> {
  const now = ctx.clock.now();
  if (date > dayInBenin(now)) throw invalidField('date', 'La date de la liste est à venir');
  const nights = shifts.flatMap(({ pharmacy, nights }) => nights.map((night) => nightOf(pharmacy, night)));
  for (const night of nights) refuseTooFar('shifts', night, now);
  const ids = [...new Set(shifts.map(({ pharmacy }) => pharmacy))];
  return transact(ctx.db, async (tx) => {
    if ((await countShown(tx, ids)) < ids.length) throw invalidField('shifts', 'Pharmacie inconnue');
    const added = await insertListed(
      tx,
      nights.filter(({ endsAt }) => endsAt > now),
      now,
    );
    await insertList(tx, { date, source }, now);
    await record(ctx, tx, { action: 'plan', kind: 'duty', id: date, details: { count: added } });
    return { added, dutyList: { date, source } };
  });
}

function nightOf(placeId: string, date: string) {
  const night = dutyNight(date);
  if (night === null) throw invalidField('shifts', 'Date invalide');
  return { placeId, ...night };
}

import { payoutLabels } from '@amasin/domain/benefits/payout-state.ts';
import { MAX_EXPORTED } from '@amasin/domain/contract/counted.ts';
import { timeInBenin } from '@amasin/domain/contract/dates.ts';
import { record } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import { insertOpening } from '../files/queries.ts';
import type { CsvColumn, CsvRows } from '../routing/csv.ts';
import { findPayouts, type PayoutRecord } from './payout-queries.ts';

/** Exports the payouts to partners and to the platform, latest first, and records the download, as for files. */
export async function exportPayouts(ctx: Ctx): Promise<CsvRows<PayoutRecord>> {
  const { db, actor, clock } = ctx;
  const found = await findPayouts(db, MAX_EXPORTED + 1);
  await insertOpening(db, { object: 'export:payouts', userId: actor._id, at: clock.now() });
  await record(ctx, db, { action: 'export', kind: 'list', id: 'payouts' });
  return { parts: [found.slice(0, MAX_EXPORTED)], isCut: found.length > MAX_EXPORTED };
}

export const payoutColumns: CsvColumn<PayoutRecord>[] = [
  { heading: 'Payé le', cell: ({ at }) => timeInBenin(at) },
  { heading: 'Bénéficiaire', cell: ({ partner }) => partner ?? 'Plateforme' },
  { heading: 'Montant (F)', cell: ({ amount }) => amount },
  { heading: 'État', cell: ({ state }) => payoutLabels[state ?? 'done'] },
  { heading: 'Payé par', cell: ({ actor }) => actor },
  { heading: 'Écriture', cell: ({ id }) => id },
];

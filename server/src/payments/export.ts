import { MAX_EXPORTED } from '@amasin/domain/contract/counted.ts';
import { dayInBenin, timeInBenin } from '@amasin/domain/contract/dates.ts';
import { paymentStatusLabels } from '@amasin/domain/payments/lifecycle.ts';
import { resolvePeriod } from '@amasin/domain/stats/days.ts';
import { record } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import { insertOpening } from '../files/queries.ts';
import { type CsvColumn, type CsvRows, phoneCell } from '../routing/csv.ts';
import { type ExportedPayment, findPaymentsOf } from './queries.ts';

/** Exports the customers' payments opened on these days, the latest first, and records the download, as for files. */
export async function exportPayments(
  ctx: Ctx,
  filter: { from?: string | undefined; to?: string | undefined },
): Promise<CsvRows<ExportedPayment>> {
  const { db, actor, clock } = ctx;
  const days = resolvePeriod(filter, dayInBenin(clock.now()));
  const found = await findPaymentsOf(db, days, MAX_EXPORTED + 1);
  await insertOpening(db, { object: 'export:payments', userId: actor._id, at: clock.now() });
  await record(ctx, db, { action: 'export', kind: 'list', id: 'payments' });
  return { parts: [found.slice(0, MAX_EXPORTED)], isCut: found.length > MAX_EXPORTED };
}

export const paymentColumns: CsvColumn<ExportedPayment>[] = [
  { heading: 'Ouvert le', cell: ({ createdAt }) => timeInBenin(createdAt) },
  { heading: 'Réglé le', cell: ({ settledAt }) => settledAt && timeInBenin(settledAt) },
  { heading: 'État', cell: ({ status }) => paymentStatusLabels[status] },
  { heading: 'Client', cell: ({ name }) => name },
  { heading: 'Téléphone', cell: ({ phone }) => phoneCell(phone) },
  { heading: 'Commande', cell: ({ order }) => order },
  { heading: 'Montant dû (F)', cell: ({ amount }) => amount },
  { heading: 'Prestataire', cell: ({ provider }) => provider },
  { heading: 'Référence', cell: ({ reference }) => reference },
  { heading: 'Transaction', cell: ({ transactionId }) => transactionId },
];

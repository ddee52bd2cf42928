import { MAX_EXPORTED } from '@amasin/domain/contract/counted.ts';
import { timeInBenin } from '@amasin/domain/contract/dates.ts';
import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { MAX_PAGE_SIZE } from '@amasin/domain/contract/paging.ts';
import type { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { orderStateLabel } from '@amasin/domain/orders/lifecycle.ts';
import { record } from '../audit/record.ts';
import { recordReads } from '../audit/record-reads.ts';
import type { Ctx } from '../ctx.ts';
import { insertOpening } from '../files/queries.ts';
import { type CsvColumn, type CsvRows, phoneCell } from '../routing/csv.ts';
import { readOf, searchOf } from './list.ts';
import { findOrderIds, readOrdersById } from './list-queries.ts';
import { promisedAt } from './present.ts';
import type { OrderView } from './queries.ts';

type Filters = HandlerInput<typeof orderEndpoints.exportOrders>['query'];

/** Exports the orders of the caller's list, and records the download, as for files. */
export async function exportOrders(ctx: Ctx, filters: Filters): Promise<CsvRows<OrderView>> {
  const { db, actor, clock } = ctx;
  const ids = await findOrderIds(db, actor, searchOf(ctx, { ...filters, page: 1, limit: MAX_EXPORTED + 1 }));
  await insertOpening(db, { object: 'export:orders', userId: actor._id, at: clock.now() });
  await record(ctx, db, { action: 'export', kind: 'list', id: 'orders' });
  return { parts: readInParts(ctx, ids.slice(0, MAX_EXPORTED)), isCut: ids.length > MAX_EXPORTED };
}

async function* readInParts(ctx: Ctx, ids: readonly string[]) {
  const { db } = ctx;
  for (let from = 0; from < ids.length; from += MAX_PAGE_SIZE) {
    const rows = await readOrdersById(db, ids.slice(from, from + MAX_PAGE_SIZE));
    await recordReads(ctx, 'order', rows.map(readOf));
    yield rows;
  }
}

const timeOf = (at: Date | null) => at && timeInBenin(at);

/** The columns show neither medicines nor prescribers. */
export const orderColumns = ({ settings }: Ctx): CsvColumn<OrderView>[] => [
  { heading: 'Numéro', cell: ({ order }) => order.number },
  { heading: 'Créée le', cell: ({ order }) => timeOf(order.createdAt) },
  { heading: 'Payée le', cell: ({ order }) => timeOf(order.paidAt) },
  {
    heading: 'Promise pour',
    cell: ({ order }) => timeOf(order.paidAt && promisedAt(order.paidAt, settings)),
  },
  { heading: 'État', cell: ({ order }) => orderStateLabel(order.state, 'superAdmin') },
  { heading: 'Client', cell: ({ customer }) => customer.name },
  { heading: 'Téléphone', cell: ({ customer }) => phoneCell(customer.phone) },
  { heading: 'Zone', cell: ({ order }) => order.zoneLabel },
  { heading: 'Commune', cell: ({ zone }) => zone.town },
  { heading: 'Adresse', cell: ({ order }) => order.address },
  { heading: 'Pharmacie', cell: ({ pharmacy }) => pharmacy?.name ?? null },
  { heading: 'Livreur', cell: ({ deliveryPerson }) => deliveryPerson?.name ?? null },
  { heading: 'Médicaments (F)', cell: ({ order }) => order.medicines },
  { heading: 'Livraison (F)', cell: ({ order }) => order.deliveryFee },
  { heading: 'Commission (F)', cell: ({ order }) => order.commission },
  { heading: 'Part de l’assurance (F)', cell: ({ order }) => order.reduction },
  { heading: 'Total (F)', cell: ({ order }) => order.total },
  { heading: 'Payé (F)', cell: ({ order }) => order.paid },
  { heading: 'Transaction', cell: ({ order }) => order.transactionId },
];

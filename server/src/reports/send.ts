import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import { MAX_REPORTS, type OwnReport, type ReportBody } from '@amasin/domain/reports/report.ts';
import { record } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { ReportedMedicine, ReportRow } from '../database/schema/reports.ts';
import { transact } from '../database/transaction.ts';
import { bindFile } from '../files/queries.ts';
import { notify } from '../notifications/notify.ts';
import { findUserIdsOfType } from '../notifications/queries.ts';
import { lockOrder } from '../orders/change-queries.ts';
import type { OrderView } from '../orders/queries.ts';
import { lockPresent } from '../people/queries.ts';
import { invalidField, Refusal } from '../refusal.ts';
import type { Seen } from '../scopes/seen.ts';
import { reportWaits } from './notices.ts';
import { countOfOrder, findMedicines, findOwnReports, insertReport, type NewReport } from './queries.ts';

export async function listOwnReports({ db }: Ctx, { order }: Seen<OrderView>) {
  const reports = (await findOwnReports(db, order.id)).map(presentOwn);
  return { reports, total: reports.length };
}

/**
 * Stores what a customer reports of an order that she has received, and tells the pharmacists and the supervisors.
 * A consent that she has withdrawn does not keep her from it: who reacts badly is heard.
 * @param storeResponse stores the response in the transaction of the report
 * @throws 409 NOT_DELIVERED_YET, TOO_MANY_REPORTS; 422 INVALID for a medicine that is not in the order, a day to come, or a photograph
 * that is not hers; 401 UNAUTHENTICATED when her account was deleted meanwhile
 */
export async function sendReport<T>(
  ctx: Ctx,
  { order }: Seen<OrderView>,
  body: ReportBody,
  storeResponse: (tx: Database, report: OwnReport) => Promise<T>,
): Promise<T> {
  if (order.state !== 'delivered' && order.state !== 'ended') throw new Refusal('NOT_DELIVERED_YET');
  const at = ctx.clock.now();
  return transact(ctx.db, async (tx) => {
    await lockPresent(tx, ctx.actor._id);
    // Of several at once, each counts those before it.
    await lockOrder(tx, order.id);
    if ((await countOfOrder(tx, order.id)) >= MAX_REPORTS) throw new Refusal('TOO_MANY_REPORTS');
    const medicines = await medicinesOf(tx, order.id, body.medications);
    const columns = columnsOf(body, at);
    if (columns.photo) {
      const file = { key: columns.photo, ownerId: ctx.actor._id, category: 'report', at } as const;
      await bindFile(tx, file, { path: 'photo', message: 'Envoyez de nouveau la photo' });
    }
    const stored = await insertReport(tx, { orderId: order.id, createdAt: at, medicines, ...columns });
    const { customerId } = order;
    await record(ctx, tx, { action: 'create', kind: 'report', id: stored.id, customerId });
    const readers = await findReaders(tx);
    await notify(
      ctx.jobs,
      tx,
      at,
      readers.map((reader) => reportWaits(reader, { id: stored.id, number: order.number })),
    );
    return storeResponse(tx, presentOwn(stored));
  });
}

async function findReaders(tx: Database) {
  const [agents, supervisors] = [
    await findUserIdsOfType(tx, ['agent']),
    await findUserIdsOfType(tx, ['supervisor']),
  ];
  return [
    ...agents.map((id) => ({ id, type: 'agent' as const })),
    ...supervisors.map((id) => ({ id, type: 'supervisor' as const })),
  ];
}

async function medicinesOf(
  tx: Database,
  orderId: string,
  ids: readonly string[],
): Promise<ReportedMedicine[]> {
  const items = await findMedicines(tx, orderId);
  const isOrdered = ids.every((id) => items.some((item) => item.id === id));
  if (!isOrdered) throw invalidField('medications', 'Ce médicament n’est pas dans cette commande');
  return items.filter(({ id }) => ids.includes(id)).map(({ label, quantity }) => ({ label, quantity }));
}

function columnsOf(body: ReportBody, at: Date): Omit<NewReport, 'orderId' | 'createdAt' | 'medicines'> {
  if (body.kind === 'box') {
    const { kind, words, fault, batch, photo } = body;
    return { kind, words, fault, batch, photo };
  }
  const { kind, words, since, taker, stopped, redFlags } = body;
  if (since > dayInBenin(at)) throw invalidField('since', 'Cette date est à venir');
  const ageMonths = taker === 'child' ? body.ageMonths : null;
  return { kind, words, since, taker, stopped, redFlags: [...new Set(redFlags)], ageMonths };
}

const presentOwn = ({ id, kind, createdAt, medicines, state }: ReportRow): OwnReport => ({
  _id: id,
  kind,
  createdAt: createdAt.toISOString(),
  medicines: medicines.map(({ label }) => label),
  state,
});

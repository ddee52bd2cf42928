import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import { recordReads } from '../audit/record-reads.ts';
import type { Ctx } from '../ctx.ts';
import { Refusal } from '../refusal.ts';
import { prescriptionScopes, prescriptionsWrittenBy } from '../scopes/prescriptions.ts';
import { awaitPrices, waitingOf } from './await-review.ts';
import { searchPrescriptions } from './list-queries.ts';
import { offeredOf } from './lives.ts';
import { lookUp, priceToday } from './order.ts';
import { customerOf, presentPrescription } from './present.ts';
import type { PrescriptionView } from './queries.ts';

type Filters = HandlerInput<typeof prescriptionEndpoints.listPrescriptions>['query'];

/** Returns one page of the prescriptions in the caller's scope, or of those they wrote, with counts over all of them. */
export async function listPrescriptions(ctx: Ctx, which: 'seen' | 'written', filters: Filters) {
  const scopes = which === 'seen' ? prescriptionScopes(ctx.actor) : [prescriptionsWrittenBy(ctx.actor)];
  const { q, used, page, limit } = filters;
  const search = { scopes, of: whose(ctx, which), q, byPhone: ctx.actor.type !== 'agent', used, page, limit };
  const { rows, total, counts } = await searchPrescriptions(ctx.db, search);
  await recordPrescriptionReads(ctx, rows);
  return { prescriptions: rows.map((row) => presentPrescription(row, ctx)), total, counts };
}

function whose({ actor }: Ctx, which: 'seen' | 'written') {
  if (which === 'written' || actor.type === 'partnerDoctor') return { author: actor._id };
  return actor.type === 'agent' ? { agent: actor._id } : ('all' as const);
}

/**
 * Finds a prescription by its whole number, at current prices (rule 18); a prescriber finds only their own. A customer who
 * finds one that waits for a price is told when it can be paid.
 * @throws 404 NO_PRESCRIPTION, the same for an unknown, partial or used number and another prescriber's; what lookUp throws
 */
export async function searchPrescription(ctx: Ctx, text: string): Promise<Prescription> {
  const number = readPrescriptionNumber(text);
  // A partial number does not count as an attempt.
  if (number === null) throw new Refusal('NO_PRESCRIPTION');
  const scope = ctx.actor.type === 'partnerDoctor' ? prescriptionsWrittenBy(ctx.actor) : undefined;
  const view = await lookUp(ctx, number, scope);
  if (view === null) throw new Refusal('NO_PRESCRIPTION');
  await recordPrescriptionReads(ctx, [view]);
  const now = ctx.clock.now();
  const { items } = await priceToday(ctx.db, view, offeredOf(view, now), now);
  const waiting = items.filter(({ review }) => review === 'waiting');
  if (waiting.length > 0 && ctx.actor.type === 'customer')
    await awaitPrices(ctx, waitingOf(waiting), view.prescription.id);
  // A medicine that cannot be ordered counts for nothing in the total.
  const offered = items.map((item) => (item.review === 'unavailable' ? { ...item, price: 0 } : item));
  return presentPrescription(view, ctx, offered);
}

/** Records that the caller reads these prescriptions; not those that they wrote, or whose patient they are. */
export function recordPrescriptionReads(ctx: Ctx, views: readonly PrescriptionView[]): Promise<void> {
  const others = views.filter(({ prescription }) => prescription.authorId !== ctx.actor._id);
  return recordReads(
    ctx,
    'prescription',
    others.map((view) => ({ id: view.prescription.id, customerId: customerOf(view) })),
  );
}

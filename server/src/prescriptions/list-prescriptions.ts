import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { Ctx } from '../ctx.ts';
import { prescriptionsSeenBy, prescriptionsWrittenBy } from '../scopes/prescriptions.ts';
import { presentPrescription } from './present.ts';
import { searchPrescriptions } from './queries.ts';

type Filters = HandlerInput<typeof prescriptionEndpoints.listPrescriptions>['query'];

/** One page of the prescriptions that the caller sees, or of those that they wrote, with counts over all of them. */
export async function listPrescriptions(ctx: Ctx, which: 'seen' | 'written', filters: Filters) {
  const scope = which === 'seen' ? prescriptionsSeenBy(ctx.actor) : prescriptionsWrittenBy(ctx.actor);
  const { q, used, page, limit } = filters;
  const { rows, total, counts } = await searchPrescriptions(ctx.db, { scope, q, used, page, limit });
  return { prescriptions: rows.map((row) => presentPrescription(row, ctx.actor)), total, counts };
}

import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { SQL } from 'drizzle-orm';
import type { Ctx } from '../ctx.ts';
import { presentPrescription } from './present.ts';
import { searchPrescriptions } from './queries.ts';

type Filters = HandlerInput<typeof prescriptionEndpoints.listPrescriptions>['query'];

/** One page of the prescriptions of a scope, with counts over the whole of it. */
export async function listPrescriptions(ctx: Ctx, scope: SQL | undefined, filters: Filters) {
  const { q, used, page, limit } = filters;
  const { rows, total, counts } = await searchPrescriptions(ctx.db, { scope, q, used, page, limit });
  return { prescriptions: rows.map((row) => presentPrescription(row, ctx.actor)), total, counts };
}

import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { endpoints } from '@amasin/domain/endpoints.ts';
import { DEFAULT_POINT } from '@amasin/domain/pharmacies/search-radius.ts';
import type { StockedPharmacy } from '@amasin/domain/stock/stock.ts';
import type { Ctx, PublicCtx, SystemCtx } from '../ctx.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { findMedication } from '../medications/queries.ts';
import { presentPharmacy } from '../pharmacies/present.ts';
import { findPlacesWith } from '../pharmacies/queries.ts';
import { Refusal } from '../refusal.ts';
import { believedSince } from './stock.ts';

/** A customer finds what can be ordered (rule 20), other signed-in people all of the catalogue. @throws 404 NOT_FOUND */
export async function loadStocked(ctx: Ctx, id: string): Promise<MedicationRow> {
  const isCustomer = ctx.actor.type === 'customer';
  return loadIf(ctx, id, (row) => !isCustomer || isOrderable(row));
}

/** A visitor finds what customers order without a prescription. @throws 404 NOT_FOUND */
export const loadStockedPublicly = (ctx: PublicCtx, id: string): Promise<MedicationRow> =>
  loadIf(ctx, id, (row) => isOrderable(row) && !row.requiresPrescription);

const isOrderable = ({ reviewed, price, recalled }: MedicationRow) => reviewed && price > 0 && !recalled;

async function loadIf(
  { db }: SystemCtx,
  id: string,
  isFound: (row: MedicationRow) => boolean,
): Promise<MedicationRow> {
  const row = await findMedication(db, id);
  if (row === null || row.deletedAt !== null || !isFound(row)) throw new Refusal('NOT_FOUND');
  return row;
}

type Search = HandlerInput<typeof endpoints.findStocked>['query'];

/** Finds one page of the pharmacies around a point whose believed list says that the medicine is there, nearest first. */
export async function findStocked(
  ctx: SystemCtx,
  { id, label, form }: MedicationRow,
  { lat, lng, radius, ...page }: Search,
): Promise<{
  medication: { _id: string } & Pick<MedicationRow, 'label' | 'form'>;
  pharmacies: StockedPharmacy[];
  total: number;
}> {
  const from = lat === undefined || lng === undefined ? DEFAULT_POINT : { lat, lng };
  const said = { medicationId: id, since: believedSince(ctx) };
  const { rows, total } = await findPlacesWith(ctx.db, said, from, radius, { ...page, now: ctx.clock.now() });
  const pharmacies = rows.flatMap((found) =>
    found.seenAt === null ? [] : [{ ...presentPharmacy(found), seenAt: found.seenAt.toISOString() }],
  );
  return { medication: { _id: id, label, form }, pharmacies, total };
}

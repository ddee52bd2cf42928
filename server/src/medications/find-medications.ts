import type {
  Medication,
  medicationFilters,
  PublicMedication,
} from '@amasin/domain/medications/medication.ts';
import { SEARCH_MAX, SEARCH_MIN, searchText } from '@amasin/domain/medications/search-text.ts';
import type { z } from 'zod';
import type { Ctx, PublicCtx, SystemCtx } from '../ctx.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { findCreators, findFiltered } from './managing/queries.ts';
import { managesCatalogue, presentMedication, presentPublicly } from './present.ts';
import { findAuthorNames, findMedications } from './queries.ts';
import { searchOnce } from './searching/recent-searches.ts';

/** The size of the suggestion list (authorization.csv, row 28). */
const MAX_RESULTS = 20;

/**
 * A page of the catalogue, always in alphabetical order: the law forbids to promote a medicine. Only catalogue
 * managers can filter it; others' filters are ignored.
 */
export async function listMedications(
  ctx: Ctx,
  { page, limit, ...filters }: z.output<typeof medicationFilters>,
): Promise<{ medications: Medication[]; total: number }> {
  const { rows, total } = managesCatalogue(ctx.actor)
    ? await findFiltered(ctx.db, filters, { page, limit })
    : await findMedications(ctx.db, { orderableOnly: ctx.actor.type === 'customer', page, limit });
  return { medications: await presentAll(ctx, rows), total };
}

/**
 * Finds medicines with, for each word of `q`, a word of their label or substances that begins with it, ignoring accents
 * and one typo in words of four or more letters, and those with the substances of the brands in `q`. Returns the 20 best matches; `total` counts only these.
 */
export async function searchMedications(
  ctx: Ctx,
  q: string,
): Promise<{ medications: Medication[]; total: number }> {
  const rows = await search(ctx, q, ctx.actor.type === 'customer');
  return { medications: await presentAll(ctx, rows), total: rows.length };
}

/** The same search for a visitor: finds what a customer would. */
export async function searchPublicMedications(
  ctx: PublicCtx,
  q: string,
): Promise<{ medications: PublicMedication[]; total: number }> {
  const rows = await search(ctx, q, true);
  return { medications: rows.map(presentPublicly), total: rows.length };
}

async function search(
  { db }: SystemCtx,
  q: string,
  orderableOnly: boolean,
): Promise<readonly MedicationRow[]> {
  const text = searchText(q.trim().slice(0, SEARCH_MAX));
  return text.length < SEARCH_MIN ? [] : searchOnce(db, text, { orderableOnly, limit: MAX_RESULTS });
}

async function presentAll(ctx: Ctx, rows: readonly MedicationRow[]): Promise<Medication[]> {
  const names = managesCatalogue(ctx.actor) ? await findAuthorNames(ctx.db, rows) : new Map();
  return rows.map((row) => presentMedication(ctx.actor, row, names.get(row.createdById) ?? null));
}

/** The authors of medicines, for the filter of the catalogue. */
export async function listCreators(ctx: Ctx) {
  const creators = await findCreators(ctx.db);
  return { creators, total: creators.length };
}

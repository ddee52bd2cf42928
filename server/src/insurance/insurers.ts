import { allowsRate, rateNotAllowed } from '@amasin/domain/insurance/allowed-rate.ts';
import type { Insurer, insurerChange, newInsurer } from '@amasin/domain/insurance/insurer.ts';
import type { z } from 'zod';
import { record, recordChange } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { InsurerRow } from '../database/schema/insurance.ts';
import { transact } from '../database/transaction.ts';
import { invalidField, Refusal, refuseDuplicate } from '../refusal.ts';
import {
  findInsurer,
  findInsurerOfCard,
  findInsurers,
  findLabels,
  insertInsurer,
  sumOwed,
  updateInsurerRow,
} from './insurer-queries.ts';
import type { CardCopy } from './queries.ts';
import { releaseOrders } from './release-orders.ts';

/** The rules that orders wait for. */
const waitingFor = ['active', 'limit', 'agreementAbove'] as const;

const duplicates = { insurers_name_unique: 'INSURER_EXISTS' } as const;

/** Lists all insurers, without pagination: whoever checks a card must find each. */
export async function listInsurers(ctx: Ctx): Promise<{ insurers: Insurer[]; total: number }> {
  const rows = await findInsurers(ctx.db);
  const insurers = await presentInsurers(ctx, rows);
  return { insurers, total: rows.length };
}

/** @throws 404 NOT_FOUND */
export async function loadInsurer(ctx: Ctx, id: string): Promise<InsurerRow> {
  const insurer = await findInsurer(ctx.db, id);
  if (insurer === null) throw new Refusal('NOT_FOUND');
  return insurer;
}

/** @throws 409 INSURER_EXISTS; 422 INVALID for an unknown medicine */
export async function createInsurer(ctx: Ctx, body: z.output<typeof newInsurer>): Promise<Insurer> {
  const row = await transact(ctx.db, async (tx) => {
    await requireMedicines(tx, body.excluded);
    const insurer = await insertInsurer(tx, { ...body, createdAt: ctx.clock.now() });
    await record(ctx, tx, { action: 'create', kind: 'insurer', id: insurer.id });
    return insurer;
  });
  return presentInsurer(ctx, row);
}

/** Changes only the fields in the body; orders that wait for it may be paid if they now can. Those that are paid keep what was covered. @throws what createInsurer throws */
export async function updateInsurer(
  ctx: Ctx,
  insurer: InsurerRow,
  body: z.output<typeof insurerChange>,
): Promise<Insurer> {
  if (Object.keys(body).length === 0) return presentInsurer(ctx, insurer);
  const row = await refuseDuplicate(duplicates, () =>
    transact(ctx.db, async (tx) => {
      await requireMedicines(tx, body.excluded ?? []);
      const changed = await updateInsurerRow(tx, insurer.id, body);
      await recordChange(ctx, tx, { kind: 'insurer', id: insurer.id }, insurer, changed);
      const isEased = changed.active && waitingFor.some((rule) => rule in body);
      if (isEased) await releaseOrders(ctx, tx, insurer.id);
      return changed;
    }),
  );
  return presentInsurer(ctx, row);
}

async function requireMedicines(tx: Database, ids: readonly string[]): Promise<void> {
  const known = await findLabels(tx, ids);
  if (ids.some((id) => !known.has(id))) throw invalidField('excluded', 'Médicament inconnu');
}

/**
 * Finds the insurer that whoever checks a card has named; null when it is still to be named.
 * @throws 422 INVALID for one that is unknown, inactive or does not allow the rate of the card
 */
export async function findNamed(
  tx: Database,
  id: string | null | undefined,
  taux: number,
): Promise<InsurerRow | null> {
  if (id == null) return null;
  const insurer = await findInsurer(tx, id);
  if (insurer === null || !insurer.active) throw invalidField('insurer', 'Assureur introuvable');
  if (!allowsRate(insurer, taux)) throw invalidField('insurer', rateNotAllowed(insurer, taux));
  return insurer;
}

/** Marks the medicines that the insurer of a checked card does not cover; none without one. */
export async function markExcluded<Item extends { readonly medicationId: string }>(
  db: Database,
  card: CardCopy | null,
  items: readonly Item[],
): Promise<readonly (Item & { readonly excluded?: boolean })[]> {
  const insurer = card === null ? null : await findInsurerOfCard(db, card);
  const excluded = new Set(insurer?.excluded);
  if (excluded.size === 0) return items;
  return items.map((item) => ({ ...item, excluded: excluded.has(item.medicationId) }));
}

async function presentInsurer(ctx: Ctx, row: InsurerRow): Promise<Insurer> {
  const [insurer] = await presentInsurers(ctx, [row]);
  if (insurer === undefined) throw new Error('an insurer was not presented');
  return insurer;
}

/** Presents insurers: who checks a card reads their names and rates, super administrators the rest too. */
async function presentInsurers(ctx: Ctx, rows: readonly InsurerRow[]): Promise<Insurer[]> {
  const named = rows.map(({ id, name, rates, active }) => ({ _id: id, name, rates, active }));
  if (ctx.actor.type !== 'superAdmin') return named;
  const [owed, labels] = await Promise.all([
    sumOwed(ctx.db),
    findLabels(
      ctx.db,
      rows.flatMap(({ excluded }) => excluded),
    ),
  ]);
  return rows.map(({ id, name, rates, active, ceiling, limit, agreementAbove, delayDays, excluded }) => ({
    _id: id,
    name,
    rates,
    active,
    ceiling,
    limit,
    agreementAbove,
    delayDays,
    excluded: excluded.map((one) => ({ _id: one, label: labels.get(one) ?? '' })),
    owed: owed.get(id) ?? 0,
  }));
}

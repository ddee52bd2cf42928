import { normalForm } from '@amasin/domain/contract/normal-form.ts';
import { apostrophes } from '@amasin/domain/medications/search-text.ts';
import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import type { orderCandidate } from '@amasin/domain/orders/order.ts';
import type { ReplacementReason } from '@amasin/domain/orders/reasons.ts';
import { isDutyNight } from '@amasin/domain/pharmacies/duty-night.ts';
import { type StockedLine, sumStock } from '@amasin/domain/stock/order-stock.ts';
import type { z } from 'zod';
import { recordReads } from '../audit/record-reads.ts';
import { bookOrder } from '../benefits/record-journals.ts';
import type { Ctx, SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { UserRow } from '../database/schema/users.ts';
import { transact } from '../database/transaction.ts';
import { notify } from '../notifications/notify.ts';
import { lockUserShared } from '../people/queries.ts';
import type { NoticeCtx } from '../ports/purchases.ts';
import { Refusal } from '../refusal.ts';
import type { Seen } from '../scopes/seen.ts';
import { believedSince, readOrderStock } from '../stock/stock.ts';
import { findZone } from '../zones/queries.ts';
import { type CandidateRow, type CandidateSearch, findCandidates } from './candidate-queries.ts';
import { type AssignedRole, insertEvents, roleColumns, setAssigned } from './change-queries.ts';
import { payReturn } from './hand-over.ts';
import { readOf } from './list.ts';
import { stateChanged } from './load.ts';
import { type Announced, toCustomer, toOne, toReplaced } from './notices.ts';
import { findOrder, type OrderView } from './queries.ts';

export interface Assignment {
  readonly role: AssignedRole;
  readonly userId: string;
  /** The user who is assigned now and will be replaced. */
  readonly replaces: string | null;
  /** Null when nobody is replaced, or no reason was given. */
  readonly reason: ReplacementReason | null;
}

const actionNames = { pharmacy: 'pharmacy', deliveryPerson: 'delivery-person', agent: 'agent' } as const;

/**
 * Assigns an order to a pharmacy, a delivery person or an in-house pharmacist (rule 9). The user's row is locked, so that
 * the account is not disabled meanwhile. Of two concurrent supervisors, one assigns.
 * @throws 422 NOT_ASSIGNABLE for a user who is inactive, not a partner or of another type; 404 NOT_FOUND; 409
 * ALREADY_ASSIGNED when a user other than `replaces` is assigned; what stateFor throws
 */
export async function assignOrder(ctx: Ctx, view: Seen<OrderView>, assignment: Assignment): Promise<void> {
  const { role, userId } = assignment;
  const orderId = view.order.id;
  await transact(ctx.db, async (tx) => {
    const target = await lockUserShared(tx, userId);
    if (target === null || !isAssignable(target, role)) throw new Refusal('NOT_ASSIGNABLE');
    const assigned = await setAssignee(ctx, tx, view, assignment);
    if (assigned === null) return;
    const { previous, current } = assigned;
    const at = ctx.clock.now();
    const action = `${previous === null ? 'assign' : 'replace'}-${actionNames[role]}`;
    // Ids, not names: events are never rewritten, and a deleted user's name is erased (rule 25).
    const reason = previous === null ? null : assignment.reason;
    const event = { orderId, at, actorId: ctx.actor._id, action, from: previous, to: target.id, reason };
    await insertEvents(tx, [event]);
    // A courier who waited in vain is paid for the way back when another one takes over.
    if (role === 'deliveryPerson') await payReturn(ctx, tx, current.order, at);
    // What the courier still holds goes back to the pharmacy that handed it over.
    if (role === 'pharmacy' && current.order.heldById !== null)
      await bookOrder(tx, { orderId, kind: 'taken-back', at });
    await notify(
      ctx.jobs,
      tx,
      at,
      messages(current, role, target, previous === null ? null : { id: previous, reason }),
    );
  });
}

/**
 * Assigns a paid order to the pharmacy that keeps its medicines, in the transaction that pays it.
 * @returns its name; null when it cannot be assigned any more, so that a supervisor looks for another one
 */
export async function assignKeeper(
  { jobs }: NoticeCtx,
  tx: Database,
  { order, pharmacyId, at }: { order: Announced; pharmacyId: string; at: Date },
): Promise<string | null> {
  const target = await lockUserShared(tx, pharmacyId);
  if (target === null || !isAssignable(target, 'pharmacy')) return null;
  const { id: orderId, number } = order;
  if (!(await setAssigned(tx, orderId, 'pending', 'pharmacy', { previous: null, target: pharmacyId })))
    return null;
  const event = { orderId, at, actorId: null, action: 'assign-pharmacy', from: null, to: pharmacyId };
  await insertEvents(tx, [event]);
  const text = `La commande ${number} est payée : préparez-la.`;
  await notify(jobs, tx, at, [toOne(pharmacyId, 'pharmacy', order, 'Commande payée', text)]);
  return target.name;
}

function isAssignable(target: UserRow, role: AssignedRole): boolean {
  return target.active && target.type === role && (role !== 'pharmacy' || target.isPartner);
}

/**
 * Returns the state in which this role is assigned now.
 * @throws 409 STATE_CHANGED in any other state; ALREADY_TREATED for an agent once there are items; PHARMACY_FIRST for a
 * delivery person while no pharmacy is assigned
 */
function stateFor(ctx: Ctx, { order }: OrderView, role: AssignedRole, isReplacing: boolean): OrderState {
  if (role === 'agent') {
    if (order.state !== 'pre-treatment') throw stateChanged(ctx.actor, order);
    if (order.itemsCount > 0) throw new Refusal('ALREADY_TREATED');
    return 'pre-treatment';
  }
  const isReplaceable = role === 'deliveryPerson' && isReplacing && order.state === 'delivering';
  if (order.state !== 'pending' && !isReplaceable) throw stateChanged(ctx.actor, order);
  if (role === 'deliveryPerson' && order.pharmacyId === null) throw new Refusal('PHARMACY_FIRST');
  return order.state;
}

/**
 * Sets the assignee, with one retry when the order changes meanwhile, for example when its courier departs.
 * @returns the order and the previous assignee; null when the user is already assigned
 */
async function setAssignee(ctx: Ctx, tx: Database, view: OrderView, { role, userId, replaces }: Assignment) {
  const orderId = view.order.id;
  for (let attempt = 1; ; attempt += 1) {
    // Read here: while the assignee was locked, another call may have replaced the other role, who is told below.
    const current = await findOrder(tx, orderId);
    if (current === null) throw new Refusal('NOT_FOUND');
    const previous = current.order[roleColumns[role]];
    if (previous === userId) return null;
    const from = stateFor(ctx, current, role, previous !== null);
    if (previous !== null && replaces !== previous) throw alreadyAssigned(current, role);
    if (await setAssigned(tx, orderId, from, role, { previous, target: userId }))
      return { previous, current };
    if (attempt === 2) throw stateChanged(ctx.actor, current.order);
  }
}

function alreadyAssigned(view: OrderView, role: AssignedRole): Refusal {
  return new Refusal('ALREADY_ASSIGNED', { values: { name: view[role]?.name ?? '' } });
}

const customerVerbs: Readonly<Record<AssignedRole, string>> = {
  pharmacy: 'prépare',
  deliveryPerson: 'livrera',
  agent: 'lit l’ordonnance de',
};

interface Replaced {
  readonly id: string;
  readonly reason: ReplacementReason | null;
}

/**
 * Tells the assignee, the customer, the replaced assignee, and of a replaced pharmacy the courier who would go there and the one who
 * still has its medicines, which the next one prepares anew (rules 9, 36, 51).
 */
function messages(
  { order, pharmacy }: OrderView,
  role: AssignedRole,
  target: UserRow,
  replaced: Replaced | null,
) {
  const { number } = order;
  return [
    toOne(target.id, role, order, 'Commande assignée', `La commande ${number} vous est confiée.`),
    toCustomer(
      order,
      'Votre commande avance',
      `${target.name} ${customerVerbs[role]} votre commande ${number}.`,
    ),
    ...(replaced === null ? [] : [toReplaced(replaced.id, role, order, target.name, replaced.reason)]),
    ...(replaced !== null && role === 'pharmacy' && order.deliveryPersonId !== null
      ? [
          toOne(
            order.deliveryPersonId,
            'deliveryPerson',
            order,
            'Pharmacie changée',
            `La commande ${number} est à retirer chez ${target.name}.`,
          ),
        ]
      : []),
    ...(role === 'pharmacy' && order.heldById !== null
      ? [
          {
            userId: order.heldById,
            title: 'Médicaments à rendre',
            message: `${number} est préparée ailleurs. Les médicaments que vous gardez sont à rendre à ${pharmacy?.name ?? 'la pharmacie'}.`,
            link: '/delivery-dashboard',
            orderId: order.id,
          },
        ]
      : []),
  ];
}

type Listed = { readonly role: AssignedRole; readonly q?: string | undefined };

/**
 * Lists the people who can be assigned to this order, the most suitable ones first. Pharmacies: at night those on duty, then the
 * one that the customer wishes for, then those whose believed list has all that was ordered, then the nearest to the zone with few orders in hand. Couriers and in-house pharmacists: who has
 * the fewest orders in hand, then who has waited longest.
 */
export async function listCandidates(
  ctx: Ctx,
  view: Seen<OrderView>,
  { role, q }: Listed,
): Promise<{ candidates: z.input<typeof orderCandidate>[]; total: number }> {
  const { order, items } = view;
  // What a pharmacy lacks are medicines of the order.
  if (role === 'pharmacy') await recordReads(ctx, 'order', [readOf(view)]);
  const lines = items.filter(({ quantity, givenBack }) => quantity > givenBack);
  const { rows } = await searchCandidates(ctx, ctx.db, {
    role,
    medicationIds: [...new Set(lines.map(({ medicationId }) => medicationId))],
    q: q?.trim() || undefined,
    // Once a pharmacy was assigned, the supervisor looks for another one than the wished one.
    wishedId: order.pharmacyId === null ? order.wishedPharmacyId : null,
    zone: { id: order.zoneId, label: order.zoneLabel },
  });
  const stocks =
    role === 'pharmacy'
      ? await readOrderStock(
          ctx,
          lines,
          rows.map(({ id }) => id),
        )
      : null;
  const candidates = rows.map(({ id, total: _, lastStop, metres, ...row }) => ({
    ...row,
    _id: id,
    stock: presentStock(stocks?.get(id) ?? []),
    metres: metres === null ? null : Math.round(metres),
    lastStop: lastStop && { ...lastStop, at: new Date(lastStop.at).toISOString() },
  }));
  return { candidates, total: rows[0]?.total ?? 0 };
}

interface Search extends Pick<CandidateSearch, 'role' | 'q' | 'wishedId' | 'medicationIds'> {
  readonly zone: { readonly id: string; readonly label: string };
}

/** Finds the people who can be assigned to an order of this zone, the most suitable ones first, and whether it is night. */
export async function searchCandidates(
  ctx: Pick<SystemCtx, 'clock' | 'settings'>,
  db: Database,
  { zone, ...search }: Search,
): Promise<{ rows: CandidateRow[]; isNight: boolean }> {
  const now = ctx.clock.now();
  const isNight = isDutyNight(now);
  const zonePoint = await findZone(db, zone.id);
  const rows = await findCandidates(db, {
    ...search,
    stockSince: believedSince(ctx),
    zonePoint,
    zonePatterns: zonePatterns(zone.label, zonePoint?.sectors ?? []),
    now,
    isNight,
  });
  return { rows, isNight };
}

function presentStock(lines: readonly StockedLine[]) {
  const stock = sumStock(lines);
  return stock && { ...stock, lacks: [...stock.lacks], seenAt: stock.seenAt.toISOString() };
}

/** Makes regular expressions for what follows the town in a zone's label (« Cotonou – 12e arrondissement »), and for its sectors. */
function zonePatterns(label: string, sectors: readonly string[]): string[] {
  const part = label.split(/\s\p{Pd}\s/u).at(-1) ?? label;
  return [part, ...sectors].map((text) => {
    const folded = normalForm(text, 'NFD')
      .replace(/\p{M}/gu, '')
      .replace(apostrophes, '')
      .toLowerCase()
      .trim();
    return `\\m${folded.replace(/[^a-z0-9 ]/g, '.')}\\M`;
  });
}

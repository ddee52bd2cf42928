import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { isExpired } from '@amasin/domain/orders/batch.ts';
import type { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transaction.ts';
import { findNamedMedications } from '../medications/queries.ts';
import { type Message, notify } from '../notifications/notify.ts';
import { findUserIdsOfType } from '../notifications/queries.ts';
import type { NoticeCtx } from '../ports/purchases.ts';
import { invalidField, medicineRecalled, Refusal } from '../refusal.ts';
import type { Seen } from '../scopes/seen.ts';
import { insertEvents } from './change-queries.ts';
import { loadOrder, stateChanged } from './load.ts';
import { toCustomer, toOne } from './notices.ts';
import type { OrderView } from './queries.ts';
import {
  findRecalled,
  type HeldOrder,
  holdForNext,
  holdIfRecalled,
  holdOrdersWith,
  isBatchRecalled,
  setBatch,
} from './recall-queries.ts';
import { endSubstitutionsBy } from './substitute-queries.ts';

/** @throws 409 MEDICINE_RECALLED, or MEDICATION_UNAVAILABLE once it was deleted, when one of these medicines is not ordered any more */
export async function refuseUnavailable(
  db: Database,
  lines: readonly { readonly medicationId: string }[],
): Promise<void> {
  const ids = lines.map(({ medicationId }) => medicationId);
  const label = await findRecalled(db, ids);
  if (label !== null) throw medicineRecalled(label);
  const rows = await findNamedMedications(db, ids, []);
  if (rows.some(({ deletedAt }) => deletedAt !== null)) throw new Refusal('MEDICATION_UNAVAILABLE');
}

/** Money is real: an order that was paid for a recalled medicine exists, and waits for a supervisor. */
export async function holdPaid(ctx: NoticeCtx, tx: Database, orderId: string, at: Date): Promise<void> {
  await tellHeld(ctx, tx, await holdIfRecalled(tx, orderId, at), at);
}

/**
 * Makes an order wait again whose recall was decided about, if another one concerns it.
 * @param since when the decided one blocked it; null where none of its medicine is left
 * @returns whether it waits
 */
export async function holdAgain(
  ctx: NoticeCtx,
  tx: Database,
  { orderId, since, at }: { orderId: string; since: Date | null; at: Date },
): Promise<boolean> {
  const held = await holdForNext(tx, orderId, since);
  await tellHeld(ctx, tx, held, at);
  return held.length > 0;
}

/** Makes the paid orders wait that may have a box of these lots; a medicine of which no lot is left is not proposed either. @returns how many */
export async function holdOrders(
  ctx: NoticeCtx,
  tx: Database,
  recalled: { medicationId: string; lots: readonly string[]; at: Date },
): Promise<number> {
  const held = await holdOrdersWith(tx, recalled);
  if (recalled.lots.length === 0) await endSubstitutionsBy(tx, recalled.medicationId);
  await tellHeld(ctx, tx, held, recalled.at);
  return held.length;
}

async function tellHeld(
  { jobs }: NoticeCtx,
  tx: Database,
  held: readonly HeldOrder[],
  at: Date,
): Promise<void> {
  if (held.length === 0) return;
  await insertEvents(
    tx,
    held.map(({ id: orderId }) => ({ orderId, at, action: 'report-problem', to: 'recalled' })),
  );
  const supervisors = await findUserIdsOfType(tx, ['supervisor']);
  await notify(
    jobs,
    tx,
    at,
    held.flatMap((order) => messagesOf(order, supervisors)),
  );
}

/** Locked phones show these, so they name no medicine, and the customer’s says nothing of health. */
function messagesOf(order: HeldOrder, supervisors: readonly string[]): Message[] {
  const { number, state, pharmacyId, deliveryPersonId } = order;
  const title = state === 'pending' ? 'Préparation bloquée' : 'Livraison bloquée';
  return [
    ...supervisors.map((id) =>
      toOne(id, 'supervisor', order, 'Médicament rappelé', `${number} attend votre décision.`),
    ),
    ...(pharmacyId === null || state !== 'pending'
      ? []
      : [toOne(pharmacyId, 'pharmacy', order, title, `${number} : un médicament est rappelé.`)]),
    ...(deliveryPersonId === null
      ? []
      : [
          toOne(
            deliveryPersonId,
            'deliveryPerson',
            order,
            title,
            `${number} : ne la remettez pas, appelez-nous.`,
          ),
        ]),
    toCustomer(
      order,
      'Commande en attente',
      `Nous vérifions votre commande ${number} avant de vous la remettre. Nous vous prévenons ; vous n’avez rien à faire.`,
    ),
  ];
}

type BatchBody = HandlerInput<typeof orderEndpoints.writeBatch>['body'];

/**
 * Writes the batch and the last day of a medicine that the pharmacy prepares. Repeated, it changes nothing.
 * @throws 404 for a medicine that is not in the order; 422 INVALID when it is expired; 409 BATCH_RECALLED, STATE_CHANGED once it has
 * been fetched, WITH_COURIER while a courier has its medicines; 404 REASSIGNED when another pharmacy is assigned
 */
export async function writeBatch(
  ctx: Ctx,
  { order, items }: Seen<OrderView>,
  medicationId: string,
  written: BatchBody,
): Promise<void> {
  if (!items.some((item) => item.medicationId === medicationId)) throw new Refusal('NOT_FOUND');
  const at = ctx.clock.now();
  const { batch, expiresOn } = written;
  if (expiresOn !== null && isExpired(expiresOn, dayInBenin(at)))
    throw invalidField('expiresOn', 'Cette boîte est périmée : ne la donnez pas');
  const line = { orderId: order.id, medicationId, pharmacyId: ctx.actor._id };
  const isChanged = await transact(ctx.db, async (tx) => {
    if (batch !== null && (await isBatchRecalled(tx, medicationId, batch)))
      throw new Refusal('BATCH_RECALLED');
    if (!(await setBatch(tx, line, written))) return false;
    await insertEvents(tx, [{ orderId: order.id, at, actorId: ctx.actor._id, action: 'write-batch' }]);
    return true;
  });
  if (isChanged) return;
  const { order: now } = await loadOrder(ctx, order.id);
  if (now.state !== 'pending') throw stateChanged(ctx.actor, now);
  if (now.heldById !== null) throw new Refusal('WITH_COURIER');
}

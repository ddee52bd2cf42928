import { randomInt } from 'node:crypto';
import { HANDOVER_DIGITS, HANDOVER_TRIES, type UnprovenReason } from '@amasin/domain/orders/handover.ts';
import { returnFeeOf } from '@amasin/domain/orders/no-show.ts';
import { recordReturnFee } from '../benefits/record-journals.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { transact } from '../database/transaction.ts';
import { bindFile, releaseFile } from '../files/queries.ts';
import { uploadFile } from '../files/upload.ts';
import { notify } from '../notifications/notify.ts';
import { Refusal } from '../refusal.ts';
import type { Seen } from '../scopes/seen.ts';
import {
  addWrongCode,
  insertEvents,
  lockOrder,
  type Proof,
  setHandoverPhoto,
  setWaiting,
} from './change-queries.ts';
import { loadOrder, stateChanged } from './load.ts';
import { toCustomer, toSupervisors } from './notices.ts';
import type { OrderView } from './queries.ts';

/** Makes the code of a delivery, which only its customer reads; null when the house asks for none. */
export const newHandoverCode = ({ settings }: Pick<Ctx, 'settings'>): string | null =>
  settings.handoverCode ? String(randomInt(10 ** HANDOVER_DIGITS)).padStart(HANDOVER_DIGITS, '0') : null;

/** What a courier says of a handover; a client of before says nothing. */
export interface Handover {
  readonly code: string | null;
  readonly reason: UnprovenReason | null;
}

export function proofOf({ settings }: Pick<Ctx, 'settings'>, { code, reason }: Handover): Proof {
  if (!settings.handoverCode) return null;
  return code === null ? { reason } : { code };
}

/**
 * Counts the code of an order that was not handed over by it, if it is wrong, and tells the supervisors of the last one. Runs in the
 * transaction that found it wrong, which is committed.
 */
export async function countWrongCode(
  { actor, jobs }: Ctx,
  tx: Database,
  order: OrderView['order'],
  { code, at }: { code: string; at: Date },
): Promise<void> {
  if ((await addWrongCode(tx, order.id, actor._id, code)) !== HANDOVER_TRIES) return;
  await insertEvents(tx, [{ orderId: order.id, at, actorId: actor._id, action: 'fail-handover-codes' }]);
  const text = `${order.number} : cinq codes faux à la remise. Appelez le livreur et le client.`;
  await notify(jobs, tx, at, await toSupervisors(tx, order, 'Codes de remise faux', text));
}

/** Refuses a code that did not hand the order over, as the order is now; undefined when it is no longer on its way. */
export function codeRefusal({ state, wrongCodes }: OrderView['order']): Refusal | undefined {
  if (state !== 'delivering') return undefined;
  const left = HANDOVER_TRIES - wrongCodes.length;
  if (left === 0) return new Refusal('HANDOVER_CODE_SPENT');
  return new Refusal('HANDOVER_CODE_WRONG', { values: { left: left === 1 ? 'un essai' : `${left} essais` } });
}

/**
 * Stores a photograph of a handover without a code. Another one of the same delivery replaces it.
 * @throws 409 STATE_CHANGED for an order that is not on its way; 404 REASSIGNED when another courier is assigned; what uploadFile throws
 */
export async function photographHandover(
  ctx: Ctx,
  { order }: Seen<OrderView>,
  file: Uint8Array,
): Promise<void> {
  if (order.state !== 'delivering') throw stateChanged(ctx.actor, order);
  const key = await uploadFile(ctx, { file, type: 'handover' });
  const at = ctx.clock.now();
  const isStored = await transact(ctx.db, async (tx) => {
    const { handoverPhoto: earlier } = await lockOrder(tx, order.id);
    // Without an order that refers to it, the sweep removes it.
    if (!(await setHandoverPhoto(tx, order.id, ctx.actor._id, key))) return false;
    const field = { path: 'file', message: 'Fichier requis' };
    await bindFile(tx, { key, ownerId: ctx.actor._id, category: 'handover', at }, field);
    if (earlier !== null) await releaseFile(tx, earlier);
    else
      await insertEvents(tx, [
        { orderId: order.id, at, actorId: ctx.actor._id, action: 'photograph-handover' },
      ]);
    return true;
  });
  if (isStored) return;
  throw stateChanged(ctx.actor, (await loadOrder(ctx, order.id)).order);
}

/**
 * Notes since when a courier waits at the door, and tells the customer. Repeated, it changes nothing.
 * @throws 409 STATE_CHANGED for an order that is not on its way; 404 REASSIGNED when another courier is assigned
 */
export async function startWaiting(ctx: Ctx, { order }: Seen<OrderView>): Promise<void> {
  const at = ctx.clock.now();
  const isNew = await transact(ctx.db, async (tx) => {
    if (!(await setWaiting(tx, order.id, ctx.actor._id, at))) return false;
    await insertEvents(tx, [{ orderId: order.id, at, actorId: ctx.actor._id, action: 'start-waiting' }]);
    const text = `Le livreur est devant chez vous avec votre commande ${order.number}. Gardez votre téléphone près de vous.`;
    await notify(ctx.jobs, tx, at, [toCustomer(order, 'Le livreur vous attend', text)]);
    return true;
  });
  if (isNew) return;
  const { order: now } = await loadOrder(ctx, order.id);
  if (now.state !== 'delivering') throw stateChanged(ctx.actor, now);
}

/**
 * Books what a courier is owed for the way back, when an order that could not be handed over is taken from him (rule 51).
 * @param order as it was on its way, locked
 */
export async function payReturn(
  { actor, settings }: Ctx,
  tx: Database,
  order: OrderRow,
  at: Date,
): Promise<void> {
  const { id: orderId, deliveryPersonId: courierId, state } = order;
  const amount = returnFeeOf(order, settings);
  if (state !== 'delivering' || courierId === null || amount === 0) return;
  await recordReturnFee(tx, { orderId, courierId, amount, at });
  await insertEvents(tx, [{ orderId, at, actorId: actor._id, action: 'owe-return', to: String(amount) }]);
}

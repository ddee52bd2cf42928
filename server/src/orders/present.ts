import { metresBetween, type Point } from '@amasin/domain/contract/position.ts';
import { shareOut } from '@amasin/domain/contract/shares.ts';
import { HOUR_MS } from '@amasin/domain/contract/time.ts';
import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { expectedMinutes } from '@amasin/domain/orders/expected.ts';
import { differenceBack } from '@amasin/domain/orders/give-back.ts';
import { handoverAskOf } from '@amasin/domain/orders/handover.ts';
import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { allowedOrderActions, type OrderFacts } from '@amasin/domain/orders/permissions.ts';
import { quoteOf, weightOf } from '@amasin/domain/orders/pricing.ts';
import { isRecalled, isShortage } from '@amasin/domain/orders/reasons.ts';
import type { GivenBack, RefundSummary } from '@amasin/domain/orders/refund.ts';
import { givenPrice, isAsked } from '@amasin/domain/orders/substitution.ts';
import { meansEnding } from '@amasin/domain/payments/operators.ts';
import type { Person } from '@amasin/domain/users/user.ts';
import type { Ctx } from '../ctx.ts';
import { checksMedicines, isVerified, presentItem } from '../prescriptions/present.ts';
import type { Seen } from '../scopes/seen.ts';
import { presentInquiry } from './answers.ts';
import { findDeliveredSince, type findTimeline, type OrderView } from './queries.ts';

/** The fields of an order that determine who may see it and which actions they may take. */
export function factsOf({ order, items, substitution }: OrderView): OrderFacts {
  return {
    state: order.state,
    customerId: order.customerId,
    pharmacyId: order.pharmacyId,
    deliveryPersonId: order.deliveryPersonId,
    agentId: order.agentId,
    itemsWrittenById: order.itemsWrittenById,
    hasItems: order.itemsCount > 0,
    hasSeveralLines: order.itemsCount + order.leftOut.length > 1,
    hasPrescription: order.prescriptionId !== null,
    hasCard: order.cardId !== null,
    needsAgreement: order.state === 'pre-treatment' && order.cardVerified && order.cardAwaited,
    hasPhoto: order.prescriptionUrl !== null,
    needsPhoto: order.photoProblem !== null,
    isReady: order.readyAt !== null,
    hasProblem: order.problem !== null,
    isSubstituteAsked: substitution !== null && isAsked(substitution.state),
    hasShortage: order.problem !== null && isShortage(order.problem),
    isRecalled: isRecalled(order.problem),
    isHeld: order.heldById !== null,
    isWaitedFor: order.waitingAt !== null,
    cancelRequest:
      order.cancelAskedAt === null ? 'none' : order.cancelDeclined === null ? 'open' : 'declined',
    hasLinesToGiveBack: items.some(({ quantity, givenBack }) => quantity > givenBack),
  };
}

/** Returns the moment by which a paid order is promised. */
export const promisedAt = (paidAt: Date, { promiseMinutes }: Ctx['settings']): Date =>
  new Date(paidAt.getTime() + promiseMinutes * 60_000);

/** Returns when a paid order is expected; null once it is delivered. */
function expectedAt(
  { state, paidAt, usualMinutes }: OrderView['order'],
  { promiseMinutes }: Ctx['settings'],
): string | null {
  if (paidAt === null || (state !== 'pending' && state !== 'delivering')) return null;
  return new Date(paidAt.getTime() + expectedMinutes(usualMinutes, promiseMinutes) * 60_000).toISOString();
}

/**
 * Presents orders to the actor. A courier gets neither the telephone nor the address of a customer once `courierSeesHours` have passed
 * since the delivery.
 */
export async function presentOrders(ctx: Ctx, views: readonly Seen<OrderView>[]): Promise<Order[]> {
  const { db, actor, clock, settings } = ctx;
  if (actor.type !== 'deliveryPerson') return views.map((view) => presentOrder(view, ctx));
  const done = views.filter(({ order }) => courierIsDone(order.state)).map(({ order }) => order.id);
  const since = new Date(clock.now().getTime() - settings.courierSeesHours * HOUR_MS);
  const recent = await findDeliveredSince(db, done, since);
  return views.map((view) =>
    presentOrder(view, ctx, courierIsDone(view.order.state) && !recent.has(view.order.id)),
  );
}

/** Presents an order alone: its customer and those who supervise also read what pharmacies say of it before it is paid. */
export async function presentOneOrder(ctx: Ctx, view: Seen<OrderView>): Promise<Order> {
  const [order] = await presentOrders(ctx, [view]);
  if (order === undefined) throw new Error('an order was not presented');
  const readsAnswers = ['customer', 'supervisor', 'superAdmin'].includes(ctx.actor.type);
  return readsAnswers ? { ...order, ...(await presentInquiry(ctx, view)) } : order;
}

const courierIsDone = (state: OrderState): boolean => state !== 'pending' && state !== 'delivering';

/** Every field of an order that the actor receives. @param hidesCustomer whether telephone and address are left out */
function presentOrder(
  view: OrderView,
  { actor: reader, settings }: Pick<Ctx, 'actor' | 'settings'>,
  hidesCustomer = false,
): Order {
  const { order } = view;
  // An agent sees the customer's phone once the order is assigned to them.
  const hidesPhone = hidesCustomer || (reader.type === 'agent' && order.agentId !== reader._id);
  const isCourier = reader.type === 'deliveryPerson';
  const supervises = reader.type === 'supervisor' || reader.type === 'superAdmin';
  const seesPayment = reader.type === 'customer' || supervises;
  return {
    _id: order.id,
    number: order.number,
    date: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    promisedAt: order.paidAt && promisedAt(order.paidAt, settings).toISOString(),
    expectedAt: expectedAt(order, settings),
    state: order.state,
    readyAt: order.readyAt?.toISOString() ?? null,
    cancelReason: order.cancelReason,
    customer: hidesPhone ? { _id: view.customer.id, name: view.customer.name } : presentPerson(view.customer),
    pharmacy: view.pharmacy && presentPerson(view.pharmacy),
    ...(supervises && {
      wishedPharmacy: view.wishedPharmacy && { _id: view.wishedPharmacy.id, name: view.wishedPharmacy.name },
    }),
    deliveryPerson: view.deliveryPerson && presentPerson(view.deliveryPerson),
    // Only those who supervise call the agent.
    agent:
      view.agent && (supervises ? presentPerson(view.agent) : { _id: view.agent.id, name: view.agent.name }),
    deliveryZone: order.zoneLabel,
    deliveryTown: view.zone.town,
    deliveryAddress: hidesCustomer ? '' : order.address,
    ...(!isCourier && healthFields(view, checksMedicines(reader), supervises || reader.type === 'pharmacy')),
    // A pharmacy prepares what was paid.
    ...(!isCourier && reader.type !== 'pharmacy' && { leftOut: order.leftOut }),
    itemsCount: order.itemsCount,
    // It is paid online: a courier needs no part of the total, and the reduction would tell that a card was used.
    medicinesAmount: isCourier ? null : order.medicines,
    deliveryFee: order.deliveryFee,
    commission: isCourier ? null : order.commission,
    insuranceReduction: isCourier ? null : order.reduction,
    totalAmount: order.total,
    finalAmount: order.paid,
    ...(isCourier && {
      pickup: pickupAt(view.pharmacy?.place),
      boxes: view.items.reduce((sum, { quantity }) => sum + quantity, 0),
      metres: metresToZone(view),
      handoverAsks: handoverAskOf(order, settings),
    }),
    ...(reader.type === 'customer' && { handoverCode: codeShown(order, settings) }),
    ...((isCourier || seesPayment) && { waiting: waitingOf(order, settings, isCourier) }),
    ...(reader.type !== 'agent' && {
      problem: problemFor(reader.type, view),
      broughtBack: broughtBackOf(view, reader.type !== 'customer'),
    }),
    ...(reader.type === 'pharmacy' && { isNew: isNewToPharmacy(order) }),
    ...((reader.type === 'pharmacy' || seesPayment) && { substitution: substitutionOf(view) }),
    ...(supervises && {
      cancelNote: order.cancelNote,
      handover:
        order.proven === null
          ? null
          : { proven: order.proven, reason: order.unprovenReason, photo: order.handoverPhoto },
    }),
    ...(seesPayment && {
      cancelRequest: cancelRequestOf(order),
      refund: view.refund && refundOf(view.refund, supervises),
      ...(view.givenBack.length > 0 && {
        givenBack: view.givenBack.map((one) => givenBackOf(view, one, supervises)),
      }),
      transactionId: order.transactionId,
    }),
    allowedActions: allowedOrderActions(factsOf(view), reader),
  };
}

/** The code that a customer gives her courier, while the order is on its way. */
const codeShown = ({ state, handoverCode }: OrderView['order'], settings: Ctx['settings']): string | null =>
  settings.handoverCode && state === 'delivering' ? handoverCode : null;

/** Presents since when the courier waits; he reads beforehand how long that has to be. */
function waitingOf(
  { state, waitingAt }: OrderView['order'],
  { waitMinutes: minutes }: Ctx['settings'],
  isCourier: boolean,
): Order['waiting'] {
  const isShown = isCourier ? !courierIsDone(state) : state === 'delivering' && waitingAt !== null;
  return isShown ? { since: waitingAt?.toISOString() ?? null, minutes } : null;
}

function metresToZone({ pharmacy, zone }: OrderView): number | null {
  const [from, to] = [pointOf(pharmacy?.place), pointOf(zone)];
  return from === null || to === null ? null : metresBetween(from, to);
}

function pointOf(place: { lat: number | null; lng: number | null } | null | undefined): Point | null {
  if (!place) return null;
  const { lat, lng } = place;
  return lat === null || lng === null ? null : { lat, lng };
}

/** Presents a problem: a courier and a pharmacy see only those of their own part, the customer no note. */
function problemFor(
  reader: UserType,
  {
    order: { problem: reason, problemNote: note, problemAt: at, problemMedicationId: medicationId },
  }: OrderView,
): Order['problem'] {
  if (reason === null || at === null) return null;
  if (!isRecalled(reason) && reader === (isShortage(reason) ? 'deliveryPerson' : 'pharmacy')) return null;
  const seesLine = reader === 'pharmacy' || reader === 'supervisor' || reader === 'superAdmin';
  return {
    reason,
    note: reader === 'customer' ? null : note,
    at: at.toISOString(),
    ...(seesLine && medicationId !== null && { medicationId }),
  };
}

/** Presents the medicine that its pharmacy proposes instead of one that lacks, at the price at which it is given. */
function substitutionOf({ order, substitution, items }: OrderView): Order['substitution'] {
  const line = items.find(({ position }) => position === substitution?.position);
  if (substitution === null || substitution.state === 'ended' || line === undefined) return null;
  const { id, state, prescribedLabel, prescribedPrice, quantity, isEquivalent, until, namedId, namedLabel } =
    substitution;
  const { medicationId, label, form } = substitution;
  const price = givenPrice(line.substituted?.price ?? line.price, substitution.price);
  return {
    ...{ _id: id, state, medicationId: line.medicationId, label: prescribedLabel, price: prescribedPrice },
    proposed: { medicationId, label, form, price },
    ...{ quantity, isEquivalent, until: until.toISOString() },
    back: differenceBack(quoteOf(order), items, line, price).total,
    ...(namedId !== null && namedLabel !== null && { named: { medicationId: namedId, label: namedLabel } }),
  };
}

/** Presents the return of an order that is to be delivered anew. @param seesHolder whether the reader is told who has the medicines */
function broughtBackOf(
  { order: { state, broughtBackReason: reason, broughtBackAt: at }, heldBy }: OrderView,
  seesHolder: boolean,
): Order['broughtBack'] {
  if (state !== 'pending' || reason === null || at === null) return null;
  return { reason, at: at.toISOString(), heldBy: seesHolder && heldBy ? presentPerson(heldBy) : null };
}

/** Whether its pharmacy has yet to open an order that it has in hand. */
const isNewToPharmacy = ({ state, openedAt, readyAt, broughtBackAt }: OrderView['order']): boolean =>
  state === 'pending' && openedAt === null && (readyAt === null || broughtBackAt !== null);

function refundOf(
  { amount, state, settledBy: by, settledNote: note }: NonNullable<OrderView['refund']>,
  supervises: boolean,
): RefundSummary {
  const isSettled = supervises && by !== null && note !== null;
  return { amount, state, ...(isSettled && { settled: { by, note } }) };
}

/** Presents what was given back by lines, which its customer reads behind her session. */
function givenBackOf(
  { items }: OrderView,
  refund: OrderView['givenBack'][number],
  supervises: boolean,
): GivenBack {
  const { operator, payingPhone, at, reason, note, lines } = refund;
  const labels = new Map(items.map(({ position, label }) => [position, label]));
  return {
    ...refundOf(refund, supervises),
    to: meansEnding(operator, payingPhone),
    at: at.toISOString(),
    reason: reason ?? 'other',
    lines: lines.flatMap(({ position, quantity }) => {
      const label = labels.get(position);
      return label === undefined ? [] : [{ label, quantity }];
    }),
    ...(supervises && { note }),
  };
}

function cancelRequestOf({
  cancelAskedReason: reason,
  cancelAskedAt: at,
  cancelDeclined: declined,
}: OrderView['order']): Order['cancelRequest'] {
  return reason === null || at === null ? null : { reason, at: at.toISOString(), declined };
}

function pickupAt(place: NonNullable<OrderView['pharmacy']>['place'] | undefined): Order['pickup'] {
  if (!place) return null;
  return { address: place.address, position: pointOf(place) };
}

function presentPerson(person: { id: string; name: string; phone: string | null }): Person {
  return { _id: person.id, name: person.name, ...(person.phone !== null && { phone: person.phone }) };
}

/** Presents the fields about health, which a courier never receives. @param seesBatches whether the reader is told what is printed on the boxes */
function healthFields(view: OrderView, seesUnchecked: boolean, seesBatches: boolean) {
  const { order, items } = view;
  // What the card takes off, by line.
  const shares =
    order.cardId === null || order.reduction === null || items.length === 0
      ? null
      : shareOut(order.reduction, items.map(weightOf));
  return {
    prescription:
      order.itemsCount === 0 && order.prescriptionId === null
        ? null
        : {
            _id: order.prescriptionId,
            type: view.prescription?.type ?? 'numerical',
            prescriptionNumber: view.prescription?.number ?? null,
            items: items.map((item, index) => ({
              ...presentItem(item, seesUnchecked),
              ...(shares !== null && { covered: shares[index] ?? 0 }),
              ...(item.givenBack > 0 && { givenBack: item.givenBack }),
              ...(item.substituted !== undefined && {
                substituted: { label: item.prescribedLabel ?? '', ...item.substituted },
              }),
              ...(seesBatches && item.batch !== null && { batch: item.batch }),
              ...(seesBatches && item.expiresOn !== null && { expiresOn: item.expiresOn }),
            })),
            prescriptorName: view.prescriptor?.name ?? null,
            // An order without prescription has no prescriber to verify.
            verified: view.prescriptor === null || isVerified(view.prescriptor),
          },
    // A cancelled order frees the prescription that its code named.
    prescriptionUrl:
      order.prescriptionUrl ?? (order.state === 'cancelled' ? null : (view.prescription?.url ?? null)),
    photoProblem: order.photoProblem,
    insuranceCard:
      order.cardId === null || order.cardRate === null
        ? null
        : {
            _id: order.cardId,
            label: order.cardLabel,
            taux: order.cardRate,
            url: order.cardUrl ?? '',
            verified: order.cardVerified,
            ...(order.cardAwaited && order.state === 'pre-treatment' && { awaited: true as const }),
          },
  };
}

/** Presents the events of a timeline: actors by role and name, without phone; an event without actor is the system's. */
export function presentTimeline(events: Awaited<ReturnType<typeof findTimeline>>) {
  return events.map(({ event, actor, before, after }) => ({
    at: event.at.toISOString(),
    actor: actor ?? { name: 'Amasin', type: 'system' },
    action: event.action,
    from: before ?? event.from,
    to: after ?? event.to,
    reason: event.reason,
  }));
}

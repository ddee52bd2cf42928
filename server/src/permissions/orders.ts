import { HOUR_MS } from '@amasin/domain/contract/time.ts';
import type { inquiryEndpoints } from '@amasin/domain/inquiries/endpoints.ts';
import type { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { and, eq, isNull } from 'drizzle-orm';
import { v7 } from 'uuid';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildInquiry } from '../builders/inquiry.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder, type OrderFields } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { buildStock } from '../builders/stock.ts';
import { buildUser } from '../builders/user.ts';
import { wholeZone } from '../builders/whole.ts';
import { inquiryLines } from '../database/schema/inquiries.ts';
import { type OrderRow, orderItems, orders, substitutions } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { refundLines, refunds } from '../database/schema/refunds.ts';
import type { UserRow } from '../database/schema/users.ts';
import { insertEvents, setCancelAsked } from '../orders/change-queries.ts';
import { newTransactionId } from '../payments/transaction-id.ts';
import { fillBasket } from '../testing/pay.ts';
import { drawPicture, writeForm } from '../testing/upload.ts';
import { customerOf, payUnreported } from './payments.ts';
import type { ScenariosOf } from './scenario.ts';
import type { World } from './world.ts';

/** For calls that read one order. */
export const read = {
  legal: async (world: World, caller: UserRow) => ({ params: { id: (await ownOrder(world, caller)).id } }),
  near: async (world: World, caller: UserRow) => {
    const { visible, hidden } = await nearAgent(world, caller);
    const naming = (id: string) => ({ params: { id } });
    return { visible: visible.map(naming), hidden: hidden.map(naming) };
  },
};

const unpaidOrder = (world: World, customer: UserRow) =>
  orderLeavingOut(world, { state: 'pre-treatment', customerId: customer.id });

async function askedToCancel(world: World): Promise<string> {
  const { server, people } = world;
  const { id } = await orderLeavingOut(world, { customerId: people.customer.owner.id });
  await setCancelAsked(server.db, id, { reason: 'mistake', at: server.clock.now() });
  return id;
}

async function writtenItems({ server }: World) {
  const { id, label } = await buildMedication(server.db);
  return { type: 'numerical' as const, items: [{ medicationId: id, label, quantity: 1 }] };
}

let makers = 0;
const nextMaker = () => {
  makers += 1;
  return [...String(makers)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
};

export const orderScenarios: ScenariosOf<typeof orderEndpoints> = {
  listOrders: {
    legal: async (world, caller) => {
      await ownOrder(world, caller);
      return { query: { limit: 200 } };
    },
    scope: async (world, caller) => {
      const { listed, inAll } = await ordersInScope(world, caller);
      return {
        input: { query: { limit: 200 } },
        read: ({ orders, total, counts }) => ({
          ids: orders.map(({ _id }: { _id: string }) => _id).sort(),
          total,
          inAll: Object.values<number>(counts).reduce((sum, n) => sum + n, 0),
        }),
        expected: { ids: listed.sort(), total: listed.length, inAll },
      };
    },
    rows: wholeOrders,
  },
  exportOrders: { legal: () => ({}) },
  readCaller: {
    legal: async (world) => {
      const { customer } = world.people;
      await ownOrder(world, customer.owner);
      return { query: { phone: customer.owner.phone ?? '' } };
    },
    rows: wholeOrders,
  },
  readOrder: {
    ...read,
    more: async (world, caller) => {
      const whole = await wholeOrders(world, caller);
      const { orderId } = await answeredInquiry(world, { customerId: customerOf(world, caller).id });
      const reads =
        caller.type === 'customer' || caller.type === 'supervisor' || caller.type === 'superAdmin';
      return [...whole, ...(reads ? [orderId] : [])].map((id) => ({ params: { id } }));
    },
  },
  readTimeline: {
    ...read,
    more: async (world, caller) => {
      const { server, people } = world;
      const { id: orderId } = await ownOrder(world, caller);
      const { owner, stranger } = people.pharmacy;
      const replaced = {
        action: 'replace-pharmacy',
        from: owner.id,
        to: stranger.id,
        reason: 'closed',
      } as const;
      const [at, actorId] = [server.clock.now(), people.supervisor.owner.id];
      await insertEvents(server.db, [{ orderId, at, actorId, ...replaced }]);
      return [{ params: { id: orderId } }];
    },
  },
  readAgain: {
    legal: read.legal,
    more: async ({ server: { db, clock } }, { id: customerId }) => {
      const gone = await buildMedication(db, { deletedAt: clock.now() });
      const prescribed = await buildMedication(db, { requiresPrescription: true });
      const items = [gone, prescribed].map((medication) => ({ medication, quantity: 1 }));
      return [{ params: { id: (await buildOrder(db, { customerId, items })).id } }];
    },
  },
  readReadingTime: {
    legal: () => ({}),
    rows: async ({ server: { db, clock }, people }) => {
      for (let n = 0; n < 5; n += 1) {
        const { key } = await buildFile(db, { boundAt: clock.now() });
        await buildOrder(db, { prescriptionUrl: key, itemsWrittenById: people.agent.owner.id });
      }
    },
  },
  readDeliveryTime: {
    legal: async ({ server }) => ({ params: { id: (await buildZone(server.db)).id } }),
  },
  listCandidates: {
    legal: async ({ server }) => ({
      params: { id: (await buildOrder(server.db)).id },
      query: { role: 'pharmacy' },
    }),
    more: async ({ server: { db, clock }, people }) => {
      const zone = await buildZone(db, { latitude: 6.37, longitude: 2.39 });
      const [pharmacy, courier] = [people.pharmacy.owner, people.deliveryPerson.owner];
      await buildOrder(db, { state: 'delivered', pharmacyId: pharmacy.id, deliveryPersonId: courier.id });
      const medication = await buildMedication(db);
      const params = { id: (await buildOrder(db, { zone, items: [{ medication, quantity: 1 }] })).id };
      const said = { pharmacyId: pharmacy.id, medicationId: medication.id };
      await buildStock(db, { ...said, there: false, seenAt: clock.now() });
      return [
        { params, query: { role: 'pharmacy', q: pharmacy.name } },
        { params, query: { role: 'deliveryPerson', q: courier.name } },
      ];
    },
  },
  placeOrder: {
    legal: async (world, caller) => {
      const { order } = await fillBasket(world.server);
      const transactionId = await payUnreported(world, customerOf(world, caller), { order });
      return { body: { ...order, transactionId } };
    },
    naming: async (world) => {
      const { order } = await fillBasket(world.server);
      const foreign = await payUnreported(world, world.people.customer.stranger, { order });
      return {
        status: 402,
        missing: { body: { ...order, transactionId: newTransactionId() } },
        foreign: [{ body: { ...order, transactionId: foreign } }],
      };
    },
  },
  changeOrder: {
    legal: async (world, caller) => {
      if (caller.type === 'customer') {
        const { id } = await unpaidOrder(world, caller);
        const transactionId = await payUnreported(world, caller, { orderId: id });
        return { params: { id }, body: { transactionId, state: 'pending' } };
      }
      const agentId = caller.type === 'agent' ? caller.id : null;
      const { id } = await buildOrder(world.server.db, { state: 'pre-treatment', items: [], agentId });
      return { params: { id }, body: { prescription: await writtenItems(world) } };
    },
    near: async (world, caller) => {
      const { visible, hidden } = await nearAgent(world, caller, { untreated: true });
      const prescription = await writtenItems(world);
      const naming = (id: string) => ({ params: { id }, body: { prescription } });
      return { visible: visible.map(naming), hidden: hidden.map(naming) };
    },
    naming: async (world, caller) => {
      if (caller.type !== 'customer') return null;
      const { stranger } = world.people.customer;
      const params = { id: (await unpaidOrder(world, caller)).id };
      const theirs = await unpaidOrder(world, stranger);
      const { order } = await fillBasket(world.server);
      const foreign = [
        await payUnreported(world, stranger, { orderId: theirs.id }),
        await payUnreported(world, stranger, { order }),
      ];
      const paying = (transactionId: string) => ({ params, body: { transactionId } });
      return { status: 402, missing: paying(newTransactionId()), foreign: foreign.map(paying) };
    },
  },
  advanceOrder: {
    legal: async (world, caller) => {
      const { server, people } = world;
      if (caller.type === 'customer') {
        const { id } = await unpaidOrder(world, caller);
        await payUnreported(world, caller, { orderId: id });
        return { params: { id }, body: { status: 'pending' } };
      }
      if (caller.type === 'deliveryPerson') {
        const pharmacyId = people.pharmacy.owner.id;
        const { id } = await buildOrder(server.db, { pharmacyId, deliveryPersonId: caller.id });
        return { params: { id }, body: { state: 'delivering' } };
      }
      const { id } = await orderLeavingOut(world, { state: 'delivered' });
      return { params: { id }, body: { status: 'ended' } };
    },
  },
  checkInsurance: {
    legal: async (world, caller) => {
      const card = await buildInsuranceCard(world.server.db);
      const agentId = caller.type === 'agent' ? caller.id : null;
      const { id } = await orderLeavingOut(world, { state: 'pre-treatment', agentId, card });
      return { params: { id }, body: { verified: true } };
    },
  },
  noteAgreement: {
    legal: async (world) => {
      const card = await buildInsuranceCard(world.server.db, { verified: true });
      const { id } = await orderLeavingOut(world, { state: 'pre-treatment', card });
      return { params: { id }, body: { reference: 'PEC-2026-001' } };
    },
  },
  refusePhoto: {
    legal: async ({ server }, caller) => {
      const agentId = caller.type === 'agent' ? caller.id : null;
      const photograph = await buildFile(server.db, { boundAt: server.clock.now() });
      const { id } = await buildOrder(server.db, {
        state: 'pre-treatment',
        items: [],
        agentId,
        prescriptionUrl: photograph.key,
      });
      return { params: { id }, body: { reason: 'blurred' } };
    },
  },
  replacePhoto: {
    legal: async ({ server }, caller) => {
      const { key } = await buildFile(server.db, { ownerId: caller.id, boundAt: server.clock.now() });
      const { id } = await buildOrder(server.db, {
        state: 'pre-treatment',
        items: [],
        customerId: caller.id,
        prescriptionUrl: key,
      });
      return { params: { id }, body: { url: key } };
    },
  },
  printReceipt: {
    legal: async ({ server }, caller) => {
      const customerId = caller.type === 'customer' ? { customerId: caller.id } : {};
      return { params: { id: (await buildOrder(server.db, customerId)).id } };
    },
  },
  leaveOut: {
    legal: async ({ server }, caller) => {
      const medication = await buildMedication(server.db);
      const other = { medication: await buildMedication(server.db), quantity: 2 };
      const items = [{ medication, quantity: 1 }, other];
      const { id } = await buildOrder(server.db, {
        state: 'pre-treatment',
        customerId: caller.id,
        items,
        itemsWrittenById: (await buildUser(server.db, { type: 'agent' })).id,
      });
      return { params: { id }, body: { medications: [medication.id] } };
    },
  },
  cancelPaid: {
    legal: async (world) => ({
      params: { id: (await orderLeavingOut(world)).id },
      body: { reason: 'unavailable' },
    }),
  },
  giveBack: {
    legal: async (world) => {
      const order = await orderLeavingOut(world);
      const [item] = await world.server.db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
      const lines = [{ medicationId: item?.medicationId ?? '', givenBack: 1 }];
      return { params: { id: order.id }, body: { lines, reason: 'unavailable' } };
    },
  },
  askCancel: {
    legal: async (world, caller) => {
      const { id } = await orderLeavingOut(world, { customerId: caller.id });
      return { params: { id }, body: { reason: 'too-long' } };
    },
  },
  decideCancel: {
    legal: async (world) => ({ params: { id: await askedToCancel(world) }, body: { declined: null } }),
    more: async (world) => [{ params: { id: await askedToCancel(world) }, body: { declined: 'prepared' } }],
  },
  markReady: {
    legal: async ({ server }, caller) => {
      const { id } = await buildOrder(server.db, { pharmacyId: caller.id });
      return { params: { id }, body: { ready: true } };
    },
  },
  reportProblem: {
    legal: async ({ server }, caller) => {
      const { id } = await buildOrder(server.db, { state: 'delivering', deliveryPersonId: caller.id });
      return { params: { id }, body: { reason: 'customer-absent' } };
    },
  },
  startWaiting: {
    legal: async ({ server }, caller) => {
      const { id } = await buildOrder(server.db, { state: 'delivering', deliveryPersonId: caller.id });
      return { params: { id } };
    },
  },
  photographHandover: {
    legal: async ({ server }, caller) => {
      const { id } = await buildOrder(server.db, { state: 'delivering', deliveryPersonId: caller.id });
      const bytes = await drawPicture();
      const { payload, headers } = await writeForm((it) =>
        it.set('file', new File([Uint8Array.from(bytes)], 'photo.jpg')),
      );
      return { params: { id }, body: { file: bytes }, rawBody: payload, headers };
    },
  },
  reportShortage: {
    legal: async ({ server }, caller) => {
      const { id } = await buildOrder(server.db, { pharmacyId: caller.id });
      return { params: { id }, body: { reason: 'pharmacy-closing' } };
    },
  },
  listEquivalents: {
    legal: async ({ server: { db } }, caller) => {
      const content = { form: 'capsule', substances: 'Amoxicilline', dosage: '500 mg' } as const;
      // Numbers in a name count: these makers have none.
      const build = () => buildMedication(db, { ...content, label: `Amoxicilline ${nextMaker()}` });
      const medication = await build();
      await build();
      const { id } = await buildOrder(db, { pharmacyId: caller.id, items: [{ medication, quantity: 1 }] });
      return { params: { id }, query: { medicationId: medication.id } };
    },
  },
  proposeSubstitute: {
    legal: async ({ server: { db } }, caller) => {
      const medication = await buildMedication(db);
      const { id } = await buildOrder(db, { pharmacyId: caller.id, items: [{ medication, quantity: 1 }] });
      const proposedId = (await buildMedication(db)).id;
      const body = { medicationId: medication.id, reason: 'medicine-out-of-stock' as const, proposedId };
      return { params: { id }, body };
    },
  },
  decideSubstitute: {
    legal: async (world, caller) => {
      const customerId = caller.type === 'customer' ? caller.id : world.people.customer.owner.id;
      const order = await orderLeavingOut(world, { customerId });
      return {
        params: { id: order.id },
        body: { substitutionId: await proposeFor(world, order), agree: true },
      };
    },
  },
  listSubstitutions: {
    legal: async (world, caller) => {
      await proposalFor(world, caller);
      return {};
    },
    scope: async (world, caller) => {
      const mine = await proposalFor(world, caller);
      await proposalFor(world, world.people.partnerDoctor.stranger);
      return {
        input: {},
        read: ({ substitutions: found, total }) => ({
          ids: found.map(({ _id }: { _id: string }) => _id),
          total,
        }),
        expected: { ids: [mine], total: 1 },
      };
    },
  },
  answerSubstitution: {
    legal: async (world, caller) => ({
      params: { id: await proposalFor(world, caller) },
      body: { answer: 'accept' },
    }),
  },
  writeBatch: {
    legal: async ({ server: { db } }, caller) => {
      const medication = await buildMedication(db);
      const { id } = await buildOrder(db, { pharmacyId: caller.id, items: [{ medication, quantity: 1 }] });
      const params = { id, medicationId: medication.id };
      return { params, body: { batch: 'ab 12', expiresOn: '2027-12-31' } };
    },
  },
  solveProblem: {
    legal: async ({ server }) => ({ params: { id: (await buildOrder(server.db)).id } }),
  },
  bringBack: {
    legal: async (world) => ({
      params: { id: (await orderLeavingOut(world, { state: 'delivering' })).id },
      body: { reason: 'customer-absent', medicinesAt: 'courier' },
    }),
  },
  assignOrder: {
    legal: async (world) => {
      const { id } = await orderLeavingOut(world);
      return { params: { id }, body: { pharmacy: world.people.pharmacy.owner.id } };
    },
    naming: async ({ server, people }) => {
      const params = { id: (await buildOrder(server.db)).id };
      const idle = await buildUser(server.db, { type: 'pharmacy', active: false });
      const independent = await buildUser(server.db, { type: 'pharmacy', isPartner: false });
      const wrong = [people.customer.owner, people.deliveryPerson.owner, people.superAdmin.owner, idle];
      const assigning = (pharmacy: string) => ({ params, body: { pharmacy } });
      return {
        status: 422,
        missing: assigning(v7()),
        foreign: [...wrong, independent].map(({ id }) => assigning(id)),
      };
    },
  },
};

/** An order that no other user of this type sees; supervisors and superAdmins see all orders, prescribers none. */
function ownOrder({ server, people }: World, caller: UserRow): Promise<OrderRow> {
  const { db } = server;
  switch (caller.type) {
    case 'customer':
      return buildOrder(db, { customerId: caller.id });
    case 'pharmacy':
      return buildOrder(db, { pharmacyId: caller.id });
    case 'deliveryPerson':
      return buildOrder(db, { state: 'delivering', deliveryPersonId: caller.id });
    case 'agent':
      return buildOrder(db, { state: 'pre-treatment', items: [], agentId: caller.id });
    default:
      return buildOrder(db, { customerId: people.customer.owner.id });
  }
}

/** An order whose customer does not take a line of its prescription. */
async function orderLeavingOut(
  { server: { db }, people }: World,
  fields: Parameters<typeof buildOrder>[1] = {},
): Promise<OrderRow> {
  const writer = people.agent.owner.id;
  const order = await buildOrder(db, { agentId: writer, itemsWrittenById: writer, ...fields });
  const { id: medicationId, label, price, form } = await buildMedication(db);
  const line = { medicationId, label, price, form, quantity: 1, position: 1, ...instructions };
  await db
    .update(orders)
    .set({ leftOut: [line] })
    .where(eq(orders.id, order.id));
  return order;
}

const instructions = { posology: '1 comprimé le matin', duration: '5 jours' };

/** Orders that this user sees; together they have every field that these can have for this user. */
async function wholeOrders(world: World, caller: UserRow): Promise<string[]> {
  const { server, people } = world;
  const { db, clock } = server;
  const callerOr = (type: UserRow['type']) => (caller.type === type ? caller : people[type].owner).id;
  const at = clock.now();
  const photograph = async () => (await buildFile(db, { boundAt: at })).key;
  const [customerId, agentId, pharmacyId] = [callerOr('customer'), callerOr('agent'), callerOr('pharmacy')];
  const written = { customerId, agentId, itemsWrittenById: agentId };

  const pending = await orderLeavingOut(world, {
    ...written,
    pharmacyId,
    deliveryPersonId: callerOr('deliveryPerson'),
    prescriptionUrl: await photograph(),
    card: await buildInsuranceCard(db),
    items: [{ medication: await buildMedication(db, { reviewed: false }), quantity: 2 }],
  });
  const [item] = await db
    .update(orderItems)
    .set({ ...instructions, batch: 'AB12', expiresOn: '2027-01-31' })
    .where(eq(orderItems.orderId, pending.id))
    .returning();
  if (item === undefined) throw new Error('the order has no line');
  await giveOneBack(world, pending, item);
  await proposeFor(world, pending, {
    ...{ state: 'refused', prescriberId: people.partnerDoctor.owner.id },
    ...{ answer: 'another', answeredAt: at, namedId: item.medicationId, namedLabel: item.label },
  });
  const { id: prescribedId, label: prescribedLabel } = await buildMedication(db);
  await db
    .update(orderItems)
    .set({ prescribedId, prescribedLabel, givenPrice: item.price })
    .where(eq(orderItems.orderId, pending.id));
  await db
    .update(orders)
    .set({
      problem: caller.type === 'pharmacy' ? 'pharmacy-closing' : 'customer-absent',
      problemNote: 'Portail fermé',
      problemMedicationId: item.medicationId,
      problemAt: at,
      cancelAskedAt: at,
      cancelAskedReason: 'too-long',
      cancelDeclined: 'prepared',
      readyAt: at,
      wishedPharmacyId: pharmacyId,
    })
    .where(eq(orders.id, pending.id));
  const { id: broughtBack } = await buildOrder(db, {
    customerId,
    pharmacyId,
    deliveryPersonId: callerOr('deliveryPerson'),
  });
  await db
    .update(orders)
    .set({
      broughtBackAt: at,
      broughtBackReason: 'customer-absent',
      heldById: people.deliveryPerson.stranger.id,
      readyAt: at,
    })
    .where(eq(orders.id, broughtBack));
  const carried = { customerId, pharmacyId, deliveryPersonId: callerOr('deliveryPerson') };
  const { id: onItsWay } = await buildOrder(db, {
    ...carried,
    state: 'delivering',
    zone: await buildZone(db, wholeZone),
  });
  await db.update(orders).set({ handoverCode: '0412', waitingAt: at }).where(eq(orders.id, onItsWay));
  const { id: delivered } = await buildOrder(db, { ...carried, state: 'delivered' });
  const { key } = await buildFile(db, { category: 'handover', boundAt: at });
  await db
    .update(orders)
    .set({ proven: false, unprovenReason: 'not-received', handoverPhoto: key })
    .where(eq(orders.id, delivered));
  if (caller.type === 'pharmacy' || caller.type === 'deliveryPerson')
    return [pending.id, broughtBack, onItsWay, delivered];

  const { id: cancelled } = await buildOrder(db, written);
  const supervisor = await server.session(people.supervisor.owner);
  const why = { reason: 'unreachable', note: 'Appelée trois fois' };
  await server.call(supervisor, 'POST', `/orders/${cancelled}/cancellation`, why);
  const settled = { settledById: people.supervisor.owner.id, settledNote: 'Espèces' };
  await db
    .update(refunds)
    .set({ state: 'done', doneAt: at, nextTryAt: null, ...settled })
    .where(eq(refunds.orderId, cancelled));

  const blurred = await buildOrder(db, {
    state: 'pre-treatment',
    items: [],
    customerId,
    agentId,
    prescriptionUrl: await photograph(),
    card: await buildInsuranceCard(db),
  });
  await db
    .update(orders)
    .set({ photoProblem: 'blurred', cardAwaited: true })
    .where(eq(orders.id, blurred.id));
  // An agent sees those that they read.
  return [
    pending.id,
    ...(caller.type === 'agent' ? [] : [broughtBack, onItsWay, delivered]),
    cancelled,
    blurred.id,
  ];
}

/** Another medicine is proposed for the first line of an order, whose pharmacy lacks it. */
async function proposeFor(
  { server: { db, clock }, people }: World,
  { id: orderId, pharmacyId }: Pick<OrderRow, 'id' | 'pharmacyId'>,
  change: Partial<typeof substitutions.$inferInsert> = {},
): Promise<string> {
  const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, orderId));
  if (item === undefined) throw new Error('the order has no line');
  const [other, at] = [
    await buildMedication(db, { substances: 'Amoxicilline', dosage: '500 mg' }),
    clock.now(),
  ];
  const problem = {
    problem: 'medicine-out-of-stock',
    problemMedicationId: item.medicationId,
    problemAt: at,
  } as const;
  await db.update(orders).set(problem).where(eq(orders.id, orderId));
  const id = v7();
  await db.insert(substitutions).values({
    ...{
      id,
      orderId,
      position: 0,
      state: 'asking',
      reason: 'medicine-out-of-stock',
      isEquivalent: false,
      quantity: 1,
    },
    ...{ prescribedId: item.medicationId, prescribedLabel: item.label, prescribedPrice: item.price },
    ...{ medicationId: other.id, label: other.label, price: other.price },
    ...{
      proposedById: pharmacyId ?? people.pharmacy.owner.id,
      proposedAt: at,
      until: new Date(at.getTime() + HOUR_MS),
    },
    ...change,
  });
  return id;
}

/** A proposal that this in-house pharmacist or prescriber has to answer, of a prescription with instructions. */
async function proposalFor(world: World, { id, type }: UserRow): Promise<string> {
  const {
    server: { db },
    people,
  } = world;

  const medication = await buildMedication(db, { substances: 'Amoxicilline', dosage: '250 mg' });
  const prescribed = [{ medication, quantity: 1 }];
  const written = await buildPrescription(db, { authorId: people.partnerDoctor.owner.id, items: prescribed });
  const order = await buildOrder(db, { prescriptionId: written.id, items: prescribed });
  await db.update(orderItems).set(instructions).where(eq(orderItems.orderId, order.id));
  const asked =
    type === 'partnerDoctor'
      ? ({ state: 'prescriber', prescriberId: id } as const)
      : { state: 'checking' as const };
  return proposeFor(world, order, asked);
}

/** One of the two boxes of a line was given back, by hand. */
async function giveOneBack(
  { server: { db, clock }, people }: World,
  { id: orderId, customerId, paymentId }: OrderRow,
  { position, price }: { position: number; price: number },
): Promise<void> {
  if (paymentId === null) throw new Error('the order is not paid');
  const paidBy = { operator: 'moov', payingPhone: '+2290164000017' } as const;
  await db.update(payments).set(paidBy).where(eq(payments.id, paymentId));
  const by = people.supervisor.owner.id;
  const settled = { state: 'done', doneAt: clock.now(), settledById: by, settledNote: 'Espèces' } as const;
  const money = { paymentId, debit: 'REF', customerId, orderId, amount: price };
  const decision = { reason: 'damaged', note: 'Boîte ouverte', askedById: by, askedAt: clock.now() } as const;
  const [refund] = await db
    .insert(refunds)
    .values({ ...money, ...decision, ...settled })
    .returning();
  const line = { refundId: refund?.id ?? '', orderId, position, quantity: 1 };
  await db.insert(refundLines).values({ ...line, medicines: price, commission: 0, reduction: 0 });
}

/**
 * Orders related to an agent (rule 10): they see unassigned unread orders and, in any state, those whose items they wrote.
 * They do not see orders assigned to a colleague, nor paid orders whose items another user wrote. `untreated`: only orders
 * without items.
 */
async function nearAgent({ server, people }: World, caller: UserRow, { untreated = false } = {}) {
  if (caller.type !== 'agent') return { visible: [], hidden: [] };
  const { db } = server;
  const colleague = people.agent.stranger.id;
  const supervisor = people.supervisor.owner.id;
  const waiting = { state: 'pre-treatment', items: [] } as const;
  const unassigned = await buildOrder(db, waiting);
  const taken = await buildOrder(db, { ...waiting, agentId: colleague });
  const paid = await buildOrder(db, { agentId: caller.id, itemsWrittenById: supervisor });
  const unread = await buildOrder(db, { customerId: people.customer.owner.id });
  const written = untreated ? [] : [await buildOrder(db, { itemsWrittenById: caller.id, state: 'ended' })];
  const ids = (rows: OrderRow[]) => rows.map(({ id }) => id);
  return { visible: ids([unassigned, ...written]), hidden: ids([taken, paid, unread]) };
}

/** Builds the orders that the list contains for this new user: `listed`, and `inAll`, the total in their scope. */
async function ordersInScope(world: World, caller: UserRow): Promise<{ listed: string[]; inAll: number }> {
  const { db } = world.server;
  const { pharmacy, deliveryPerson, customer } = world.people;
  // Orders of other users, of every kind.
  for (const { stranger } of [customer, pharmacy, deliveryPerson, world.people.agent]) {
    await ownOrder(world, stranger);
  }
  const ids = (rows: OrderRow[]) => rows.map(({ id }) => id);
  if (caller.type === 'agent') {
    const assigned = await ownOrder(world, caller);
    const written = await buildOrder(db, { itemsWrittenById: caller.id });
    const near = await nearAgent(world, caller);
    const waiting = await db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.state, 'pre-treatment'), isNull(orders.agentId)));
    const listed = new Set([...near.visible, assigned.id, written.id, ...waiting.map(({ id }) => id)]);
    return { listed: [...listed], inAll: listed.size };
  }
  const own = {
    customer: { customerId: caller.id },
    pharmacy: { pharmacyId: caller.id },
    deliveryPerson: { deliveryPersonId: caller.id, pharmacyId: pharmacy.owner.id },
  }[caller.type as 'customer' | 'pharmacy' | 'deliveryPerson'];
  const waiting = await buildOrder(db, own);
  const underway = await buildOrder(db, { ...own, state: 'delivering' });
  const done = await buildOrder(db, { ...own, state: 'delivered' });
  // A courier's list contains only open orders.
  const listed = ids(caller.type === 'deliveryPerson' ? [waiting, underway] : [waiting, underway, done]);
  return { listed, inAll: 3 };
}

/** An inquiry whose two lines a pharmacy answers about: one is dearer, the other is given as an equivalent. */
async function answeredInquiry({ server: { db }, people }: World, order: Partial<OrderFields>) {
  const content = { form: 'capsule', substances: 'Amoxicilline', dosage: '500 mg' } as const;
  const build = () => buildMedication(db, { ...content, label: `Amoxicilline ${nextMaker()}` });
  const [medication, other] = [await build(), await build()];
  const fields = { ...order, items: [{ medication, quantity: 1 }] };
  const offered = { offeredId: other.id, offeredLabel: other.label, offeredPrice: 900 };
  const answer = { answer: 'equivalent' as const, ...offered, note: 'boîte de 12' };
  return buildInquiry(db, { pharmacyId: people.pharmacy.owner.id, order: fields, state: 'answered', answer });
}

/** An inquiry that the pharmacy has to answer, about a medicine with an equivalent. */
async function openInquiry({ server: { db, clock } }: World, { id: pharmacyId }: UserRow) {
  const content = { form: 'capsule', substances: 'Amoxicilline', dosage: '500 mg' } as const;
  const build = () => buildMedication(db, { ...content, label: `Amoxicilline ${nextMaker()}` });
  const medication = await build();
  const equivalent = await build();
  const order = { createdAt: clock.now(), items: [{ medication, quantity: 1 }] };
  return { medication, equivalent, inquiry: await buildInquiry(db, { pharmacyId, order }) };
}

/** What a pharmacy has answered: one line was known, the other is given as an equivalent. */
async function answeredBy({ server: { db, clock } }: World, { id: pharmacyId }: UserRow) {
  const at = clock.now();
  const items = [
    { medication: await buildMedication(db), quantity: 1 },
    { medication: await buildMedication(db), quantity: 1 },
  ];
  const { id: offeredId, label: offeredLabel } = await buildMedication(db);
  const offered = { offeredId, offeredLabel, offeredPrice: 900, note: 'boîte de 12' };
  const { id } = await buildInquiry(db, {
    ...{ pharmacyId, state: 'answered', askedAt: at, seenAt: at, order: { items } },
    answer: { answer: 'equivalent', ...offered },
  });
  const nothing = { offeredId: null, offeredLabel: null, offeredPrice: null, note: null };
  await db
    .update(inquiryLines)
    .set({ ...nothing, answer: 'there', known: 'list' })
    .where(and(eq(inquiryLines.inquiryId, id), eq(inquiryLines.position, 0)));
}

export const inquiryScenarios: ScenariosOf<typeof inquiryEndpoints> = {
  listInquiries: {
    legal: async (world, caller) => {
      await openInquiry(world, caller);
      return {};
    },
    rows: answeredBy,
    scope: async (world, caller) => {
      const { inquiry } = await openInquiry(world, caller);
      await openInquiry(world, world.people.pharmacy.stranger);
      return {
        input: {},
        read: ({ inquiries, total }) => ({ ids: inquiries.map(({ _id }: { _id: string }) => _id), total }),
        expected: { ids: [inquiry.id], total: 1 },
      };
    },
  },
  seeInquiry: {
    legal: async (world, caller) => ({ params: { id: (await openInquiry(world, caller)).inquiry.id } }),
  },
  answerInquiry: {
    legal: async (world, caller) => {
      const { inquiry, medication } = await openInquiry(world, caller);
      const line = { medicationId: medication.id, answer: 'other' as const, price: 900, note: 'boîte de 12' };
      return { params: { id: inquiry.id }, body: { lines: [line], done: true } };
    },
  },
  listOffers: {
    legal: async (world, caller) => {
      const { inquiry, medication } = await openInquiry(world, caller);
      return { params: { id: inquiry.id }, query: { medicationId: medication.id } };
    },
  },
  takeOffer: {
    legal: async (world, caller) => {
      const inquiry = await answeredInquiry(world, { customerId: customerOf(world, caller).id });
      return { params: { id: inquiry.orderId }, body: { inquiryId: inquiry.id } };
    },
  },
  askPharmacies: {
    legal: async (world, caller) => {
      const inquiry = await answeredInquiry(world, { customerId: customerOf(world, caller).id });
      return { params: { id: inquiry.orderId }, body: { declined: inquiry.id } };
    },
  },
};

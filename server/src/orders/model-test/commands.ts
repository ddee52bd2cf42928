import { type OrderState, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { orders } from '../../database/schema/orders.ts';
import { followUpPayments } from '../../payments/confirm.ts';
import type { Behaviour } from '../../payments/providers/sandbox.ts';
import { elsewhere, providerDoes as makeProviderDo, readPayment } from '../../testing/pay.ts';
import { afterPayment, anyCallAfterPayment, bringBackCommand } from './after-payment-commands.ts';
import { allowedActions } from './allowed-actions.ts';
import { apiCommand, type Command, call } from './api-command.ts';
import {
  advance,
  assign,
  edit,
  followUp,
  hasRest,
  leaveOut,
  openPayment,
  orderRest,
  providerDoes,
  put,
  sees,
  unseen,
} from './model.ts';
import { anyone, type Name, names, type Role, supervisors, userTypes } from './people.ts';
import { expectSame, type Real } from './system.ts';

export const moveCommand = (name: Name, to: OrderState) =>
  apiCommand(
    `${name} moves the order to ${to}`,
    (model) => advance(model, name, to),
    (real) => call(real, name, 'PATCH', `/orders/${real.orderId}/status`, { status: to }),
  );

/** The body's `replaces`: null, a user, or the current assignee. */
type Replaced = Name | 'the assignee' | null;

export const assignCommand = (name: Name, role: Role, to: Name, replaced: Replaced) => {
  let replaces: Name | null = null;
  return apiCommand(
    `${name} assigns ${to} as ${role}${replaced === null ? '' : ` for ${replaced}`}`,
    (model) => {
      replaces = replaced === 'the assignee' ? model.assigned[role] : replaced;
      return assign(model, name, { role, to, replaces });
    },
    (real) => {
      const idOf = (who: Name) => real.people[who].row.id;
      const body = { [role]: idOf(to), ...(replaces !== null && { replaces: idOf(replaces) }) };
      return call(real, name, 'PATCH', `/orders/${real.orderId}/assign`, body);
    },
  );
};

const itemsOf = ({ medication, other }: Real, quantity: number) =>
  [medication, other].map(({ id: medicationId }) => ({ medicationId, quantity }));

export const leaveOutCommand = (name: Name, isLeftOut: boolean) =>
  apiCommand(
    `${name} ${isLeftOut ? 'leaves out' : 'takes back'} the second medicine`,
    (model) => leaveOut(model, name, isLeftOut),
    (real) => {
      const body = { medications: isLeftOut ? [real.other.id] : [] };
      return call(real, name, 'PUT', `/orders/${real.orderId}/left-out`, body);
    },
  );

export const putCommand = (name: Name) =>
  apiCommand(
    `${name} writes the items or pays`,
    (model) => put(model, name),
    (real) => {
      const items = itemsOf(real, 2);
      const prescription = { type: 'numerical', items };
      return call(real, name, 'PUT', `/orders/${real.orderId}`, { prescription });
    },
  );

const editCommand = (name: Name): Command => ({
  ...apiCommand(
    `${name} edits the items`,
    (model) => edit(model, name),
    async (real) => {
      const [order] = await real.server.db.select().from(orders).where(eq(orders.id, real.orderId));
      const items = itemsOf(real, 3);
      return call(real, name, 'PUT', `/prescriptions/${order?.prescriptionId}`, { items });
    },
  ),
  check: (model) => model.writer !== null,
});

export const openPaymentCommand = (name: Name, again: boolean) =>
  apiCommand(
    `${name} opens a payment${again ? ' again' : ''}`,
    (model) => openPayment(model, name, again),
    (real) => call(real, name, 'POST', '/payments', { orderId: real.orderId, again }),
    (real, { status, body }) => {
      const { transactions } = real;
      if (status === 201 && !transactions.includes(body.transactionId)) transactions.push(body.transactionId);
    },
  );

/** The customer orders with the code what remains of the prescription (rule 52). */
export const orderRestCommand: Command = {
  check: hasRest,
  run: async (model, real) => {
    const { server, people, zone, orderId } = real;
    const { rows } = await server.pool.query(
      'select p.number from prescriptions p join orders o on o.prescription_id = p.id where o.id = $1',
      [orderId],
    );
    const prescription = { type: 'numerical', prescriptionNumber: rows[0]?.number };
    const order = elsewhere({ prescription, deliveryZone: zone.id, deliveryAddress: '' });
    const expected = orderRest(model);
    const { status, body } = await call(real, 'owner', 'POST', '/payments', { order });
    expect(status).toBe(expected);
    await makeProviderDo(server, body.transactionId, 'approve');
    expect((await readPayment(server, people.owner, body.transactionId)).status).toBe('paid');
    await expectSame(model, real);
  },
  toString: () => 'the customer orders what remains',
};

/** The response to this user has exactly the actions that would change the order. */
const readCommand = (name: Name) =>
  apiCommand(
    `${name} reads the order`,
    (model) => (userTypes[name] === 'partnerDoctor' ? 403 : sees(model, name) ? 200 : unseen(model, name)),
    (real) => call(real, name, 'GET', `/orders/${real.orderId}`),
    (_real, { status, body }, model) => {
      if (status === 200)
        expect([...body.order.allowedActions].sort()).toEqual(allowedActions(model, name).sort());
    },
  );

export const providerCommand = (which: number, behaviour: Behaviour): Command => ({
  check: (model) => which < model.payments.length,
  run: async (model, real) => {
    const transactionId = real.transactions[which];
    if (transactionId === undefined || transactionId === 'built') return;
    providerDoes(model, which, behaviour);
    await makeProviderDo(real.server, transactionId, behaviour);
    await expectSame(model, real);
  },
  toString: () => `the provider does ${behaviour} for payment ${which}`,
});

const jobCommand: Command = {
  check: () => true,
  run: async (model, real) => {
    followUp(model);
    const { pool, ctx, clock } = real.server;
    const { rows } = await pool.query('select id from payments where next_check_at is not null order by id');
    // One after the other, as in the model: a job asks about all that are due at once.
    for (const { id } of rows) {
      await pool.query(
        `update payments set next_check_at = $1::timestamptz + case when id = $2 then interval '0' else interval '1 day' end
         where next_check_at is not null`,
        [clock.now(), id],
      );
      await followUpPayments(ctx);
    }
    await expectSame(model, real);
  },
  toString: () => 'the job runs',
};

const target = fc.constantFrom(...names);
const courier = fc.constantFrom<Name>('courier1', 'courier1', 'courier2');
const pharmacist = fc.constantFrom<Name>('agent1', 'agent2', 'supervisor1');
const role = fc.constantFrom<Role>('pharmacy', 'deliveryPerson', 'agent');
const state = fc.constantFrom(...orderStates);
const replaced = fc.oneof(fc.constantFrom<Replaced>(null, 'the assignee', 'the assignee'), target);
const behaviour = fc.constantFrom<Behaviour>(
  ...(['approve', 'approve-twice', 'decline', 'decline', 'silent', 'wrong-amount'] as const),
);

const candidates: Readonly<Record<Role, readonly Name[]>> = {
  pharmacy: ['pharmacy1', 'pharmacy2', 'strangePharmacy'],
  deliveryPerson: ['courier1', 'courier1', 'courier2', 'disabledCourier'],
  agent: ['agent1', 'agent2'],
};
const validAssignment = (as: Role) =>
  fc
    .tuple(
      supervisors,
      fc.constantFrom(...candidates[as]),
      fc.constantFrom<Replaced>(null, 'the assignee', 'the assignee'),
    )
    .map(([name, to, other]) => assignCommand(name, as, to, other));
const delivery = fc
  .tuple(courier, fc.constantFrom<OrderState>('delivering', 'delivered'))
  .map(([name, to]) => moveCommand(name, to));
const providerEvent = fc
  .tuple(fc.constantFrom(0, 0, 0, 1, 2), behaviour)
  .map(([which, does]) => providerCommand(which, does));

const anyCall = [
  fc.tuple(anyone, state).map(([name, to]) => moveCommand(name, to)),
  fc.tuple(anyone, role, target, replaced).map(([name, as, to, other]) => assignCommand(name, as, to, other)),
  anyone.map(putCommand),
  fc.tuple(anyone, fc.boolean()).map(([name, again]) => openPaymentCommand(name, again)),
  anyone.map(editCommand),
  fc.tuple(anyone, fc.boolean()).map(([name, isLeftOut]) => leaveOutCommand(name, isLeftOut)),
  anyone.map(readCommand),
];
const nextSteps = [
  pharmacist.map(putCommand),
  pharmacist.map(editCommand),
  validAssignment('agent'),
  fc.boolean().map((isLeftOut) => leaveOutCommand('owner', isLeftOut)),
  fc.constant(openPaymentCommand('owner', false)),
  fc.constant(openPaymentCommand('owner', true)),
  providerEvent,
  providerEvent,
  providerEvent,
  fc.constant(moveCommand('owner', 'pending')),
  fc.constant(orderRestCommand),
  fc.constant(jobCommand),
  validAssignment('pharmacy'),
  validAssignment('deliveryPerson'),
  delivery,
  supervisors.map((name) => moveCommand(name, 'ended')),
  fc.constantFrom<Name>('owner', 'supervisor1').map((name) => moveCommand(name, 'cancelled')),
];

/** Any call by any user; calls that move an order on are twice as frequent. */
export const commands = [
  ...anyCall,
  ...anyCallAfterPayment,
  ...nextSteps,
  ...nextSteps,
  ...afterPayment,
  ...afterPayment,
];

/** Every transition of an order: random sequences may miss one. */
export const fullLifecycle: Command[] = [
  putCommand('agent1'),
  openPaymentCommand('owner', false),
  providerCommand(0, 'approve'),
  assignCommand('supervisor1', 'pharmacy', 'pharmacy1', null),
  assignCommand('supervisor1', 'deliveryPerson', 'courier1', null),
  moveCommand('courier1', 'delivering'),
  bringBackCommand('supervisor1', 'courier'),
  assignCommand('supervisor1', 'deliveryPerson', 'courier2', null),
  moveCommand('courier2', 'delivering'),
  moveCommand('courier2', 'delivered'),
  moveCommand('supervisor1', 'ended'),
];

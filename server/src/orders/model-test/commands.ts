import { type OrderState, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { orders } from '../../database/schema/orders.ts';
import { followUpPayments } from '../../payments/follow-up-payments.ts';
import type { Behaviour } from '../../payments/sandbox/behave.ts';
import { providerDoes as makeProviderDo } from '../../testing/pay.ts';
import type { Seen } from '../../testing/test-app.ts';
import {
  advance,
  assign,
  buttons,
  cast,
  edit,
  job,
  type Model,
  type Name,
  openPayment,
  providerDoes,
  put,
  type Role,
  sees,
} from './model.ts';
import { expectSame, type Real } from './world.ts';

type Command = fc.AsyncCommand<Model, Real>;

/** A call of the API by somebody: the model foretells the status, then the rows must be the model's. */
function calling(
  text: string,
  foretell: (model: Model) => number,
  send: (real: Real) => Promise<Seen>,
  after: (real: Real, seen: Seen, model: Model) => void = () => {},
): Command {
  return {
    check: () => true,
    run: async (model, real) => {
      const expected = foretell(model);
      const seen = await send(real);
      expect([text, seen.status]).toEqual([text, expected]);
      after(real, seen, model);
      await expectSame(model, real);
    },
    toString: () => text,
  };
}

const call = (real: Real, name: Name, method: string, path: string, body?: object) =>
  real.server.call(real.people[name], method, path, body);

const advancing = (name: Name, to: OrderState) =>
  calling(
    `${name} moves it to ${to}`,
    (model) => advance(model, name, to),
    (real) => call(real, name, 'PATCH', `/orders/${real.orderId}/status`, { status: to }),
  );

/** Whom the body's `replaces` names: nobody, somebody, or whoever has the role at that moment. */
type Replaced = Name | 'the holder' | null;

const assigning = (name: Name, role: Role, to: Name, replaced: Replaced) => {
  let replaces: Name | null = null;
  return calling(
    `${name} assigns ${to} as ${role}${replaced === null ? '' : ` for ${replaced}`}`,
    (model) => {
      replaces = replaced === 'the holder' ? model.holders[role] : replaced;
      return assign(model, name, { role, to, replaces });
    },
    (real) => {
      const idOf = (who: Name) => real.people[who].row.id;
      const body = { [role]: idOf(to), ...(replaces !== null && { replaces: idOf(replaces) }) };
      return call(real, name, 'PATCH', `/orders/${real.orderId}/assign`, body);
    },
  );
};

const putting = (name: Name) =>
  calling(
    `${name} writes its items or pays it`,
    (model) => put(model, name),
    (real) => {
      const items = [{ medicationId: real.medication.id, quantity: 2 }];
      const prescription = { type: 'numerical', items };
      return call(real, name, 'PUT', `/orders/${real.orderId}`, { prescription });
    },
  );

const editing = (name: Name): Command => ({
  ...calling(
    `${name} corrects its items`,
    (model) => edit(model, name),
    async (real) => {
      const [order] = await real.server.db.select().from(orders).where(eq(orders.id, real.orderId));
      const items = [{ medicationId: real.medication.id, quantity: 3 }];
      return call(real, name, 'PUT', `/prescriptions/${order?.prescriptionId}`, { items });
    },
  ),
  check: (model) => model.writer !== null,
});

const opening = (name: Name, again: boolean) =>
  calling(
    `${name} opens a payment${again ? ' again' : ''}`,
    (model) => openPayment(model, name, again),
    (real) => call(real, name, 'POST', '/payments', { orderId: real.orderId, again }),
    (real, { status, body }) => {
      const { transactions } = real;
      if (status === 201 && !transactions.includes(body.transactionId)) transactions.push(body.transactionId);
    },
  );

/** What this person sees, and that they are shown just the buttons that work. */
const reading = (name: Name) =>
  calling(
    `${name} reads it`,
    (model) => (cast[name] === 'partnerDoctor' ? 403 : sees(model, name) ? 200 : 404),
    (real) => call(real, name, 'GET', `/orders/${real.orderId}`),
    (_real, { status, body }, model) => {
      if (status === 200) expect([...body.order.allowedActions].sort()).toEqual(buttons(model, name).sort());
    },
  );

const paying = (which: number, behaviour: Behaviour): Command => ({
  check: (model) => which < model.payments.length,
  run: async (model, real) => {
    const transactionId = real.transactions[which];
    if (transactionId === undefined || transactionId === 'built') return;
    providerDoes(model, which, behaviour);
    await makeProviderDo(real.server, transactionId, behaviour);
    await expectSame(model, real);
  },
  toString: () => `the provider does ${behaviour} with payment ${which}`,
});

const turning: Command = {
  check: () => true,
  run: async (model, real) => {
    // Everybody's turn has come, in the order in which they were opened.
    await real.server.pool.query(
      `update payments p set next_check_at = $1::timestamptz - make_interval(secs => 1000 - nth)
       from (select id, row_number() over (order by id) as nth from payments where next_check_at is not null) due
       where due.id = p.id`,
      [real.server.clock.now()],
    );
    job(model);
    await followUpPayments(real.server.ctx);
    await expectSame(model, real);
  },
  toString: () => 'the job asks',
};

const names = Object.keys(cast) as Name[];
const anyone = fc.constantFrom(...names.filter((name) => name !== 'disabledCourier'));
const target = fc.constantFrom(...names);
const courier = fc.constantFrom<Name>('courier1', 'courier1', 'courier2');
const boss = fc.constantFrom<Name>('supervisor1', 'supervisor2', 'admin');
const reader = fc.constantFrom<Name>('agent1', 'agent2', 'supervisor1');
const role = fc.constantFrom<Role>('pharmacy', 'deliveryPerson', 'agent');
const state = fc.constantFrom(...orderStates);
const replaced = fc.oneof(fc.constantFrom<Replaced>(null, 'the holder', 'the holder'), target);
const behaviour = fc.constantFrom<Behaviour>(
  ...(['approve', 'approve-twice', 'decline', 'decline', 'silent', 'wrong-amount'] as const),
);

const someone: Readonly<Record<Role, readonly Name[]>> = {
  pharmacy: ['pharmacy1', 'pharmacy2', 'strangePharmacy'],
  deliveryPerson: ['courier1', 'courier1', 'courier2', 'disabledCourier'],
  agent: ['agent1', 'agent2'],
};
const fitting = (as: Role) =>
  fc
    .tuple(boss, fc.constantFrom(...someone[as]), fc.constantFrom<Replaced>(null, 'the holder', 'the holder'))
    .map(([name, to, other]) => assigning(name, as, to, other));
const driving = fc
  .tuple(courier, fc.constantFrom<OrderState>('delivering', 'delivered'))
  .map(([name, to]) => advancing(name, to));
const moneyMoving = fc
  .tuple(fc.constantFrom(0, 0, 0, 1, 2), behaviour)
  .map(([which, does]) => paying(which, does));

const noise = [
  fc.tuple(anyone, state).map(([name, to]) => advancing(name, to)),
  fc.tuple(anyone, role, target, replaced).map(([name, as, to, other]) => assigning(name, as, to, other)),
  anyone.map(putting),
  fc.tuple(anyone, fc.boolean()).map(([name, again]) => opening(name, again)),
  anyone.map(editing),
  anyone.map(reading),
];
const progress = [
  reader.map(putting),
  reader.map(editing),
  fitting('agent'),
  fc.constant(opening('owner', false)),
  fc.constant(opening('owner', true)),
  ...[moneyMoving, moneyMoving, moneyMoving],
  fc.constant(advancing('owner', 'pending')),
  fc.constant(turning),
  fitting('pharmacy'),
  fitting('deliveryPerson'),
  driving,
  boss.map((name) => advancing(name, 'ended')),
];

/** Anything by anybody, and oftener what brings an order further. */
export const commands = [...noise, ...progress, ...progress];

/** Every transition of an order, from the photograph to the end: the random programs may miss one. */
export const wholeLife: Command[] = [
  putting('agent1'),
  opening('owner', false),
  paying(0, 'approve'),
  assigning('supervisor1', 'pharmacy', 'pharmacy1', null),
  assigning('supervisor1', 'deliveryPerson', 'courier1', null),
  advancing('courier1', 'delivering'),
  advancing('courier1', 'delivered'),
  advancing('supervisor1', 'ended'),
];

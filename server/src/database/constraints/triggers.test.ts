import { type OrderState, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFortress, type Fortress } from './attempt.ts';

// What no code may do, whatever its mistake: unbalanced money, rewritten history, an order that skips a state.

let fortress: Fortress;

beforeAll(async () => {
  fortress = await buildFortress();
});
afterAll(() => fortress.server.close());

const run = (statement: string) => fortress.run(statement);

describe('the ledger, the timeline and the reports are append-only', () => {
  it.each([
    ['journals', 'journal', 'at = now()'],
    ['entries', 'entry', 'amount_fcfa = amount_fcfa + 1'],
    ['order_events', 'event', "action = 'nothing'"],
    ['payment_events', 'report', "report = 'failed'"],
    ['file_openings', 'opening', 'user_id = :agent'],
  ])('%s', async (table, row, change) => {
    expect(await run(`update ${table} set ${change} where id = :${row}`)).toBe(`${table} is append-only`);
    expect(await run(`delete from ${table} where id = :${row}`)).toBe(`${table} is append-only`);
  });

  it('nor may an order or a person of theirs be taken away', async () => {
    expect(await run('delete from orders where id = :ended')).toMatch(/_fk$|append-only/);
    expect(await run('delete from payments where id = :payment')).toBe('orders_payment');
    expect(await run('delete from users where id = :agent')).toMatch(/_fk$/);
    expect(await run('delete from medications where id in (select medication_id from order_items)')).toMatch(
      /_fk$/,
    );
  });
});

describe('a journal sums to zero', () => {
  const post = (...amounts: number[]) =>
    run(
      `insert into entries (id, journal_id, account, amount_fcfa) values ${amounts
        .map((amount) => `('${v7()}', :journal, 'courier', ${amount})`)
        .join(', ')}`,
    );

  it('or does not stand', async () => {
    expect(await post(1)).toMatch(/^journal .* does not sum to zero: 1$/);
    expect(await post(-5, 4)).toMatch(/does not sum to zero: -1$/);
    expect(await post(2_000_000_000, 2_000_000_000)).toMatch(/does not sum to zero: 4000000000$/);
    expect(await post(5, -5)).toBe('nothing did');
  });
});

describe('a prescription and its order point at each other', () => {
  const disagree = /^prescription .* and its order do not agree$/;
  const use = (order: string, more = '') =>
    `update prescriptions set used_by_id = :${order}, used_at = now() ${more}`;

  it('once and for ever', async () => {
    expect(await run(`${use('pending')} where id = :used`)).toMatch(/^prescription .* is used for good$/);
    expect(await run('update prescriptions set used_by_id = null, used_at = null where id = :used')).toMatch(
      /is used for good$/,
    );
  });

  it('not before the order is paid, nor by an order that does not have it', async () => {
    expect(await run(`${use('read')} where id = :prescription`)).toMatch(disagree);
    expect(await run(`${use('pending')} where id = :coded`)).toMatch(disagree);
    expect(await run('update orders set prescription_id = :coded where id = :pending')).toMatch(disagree);
  });

  it('nor is it taken away from an order', async () => {
    for (const other of ['null', ':coded']) {
      const taken = `update orders set prescription_id = ${other} where id = :paidAfterReading`;
      expect(await run(taken)).toMatch(/^order .* keeps its prescription$/);
    }
  });

  it('together they may', async () => {
    const both = `with used as (${use('pending')} where id = :coded)
      update orders set prescription_id = :coded where id = :pending`;
    expect(await run(both)).toBe('nothing did');
  });
});

describe('nobody is paid more than is owed to them', () => {
  const pay = (account: string, beneficiary: string, amount: number) =>
    run(
      `insert into entries (id, journal_id, account, beneficiary_id, amount_fcfa) values
        ('${v7()}', :journal, '${account}', ${beneficiary}, ${amount}),
        ('${v7()}', :journal, 'bank', null, ${-amount})`,
    );

  it('neither the platform nor a partner', async () => {
    // Of the one order that has ended, the platform has its whole commission.
    expect(await pay('platform', 'null', 200)).toBe('nothing did');
    expect(await pay('platform', 'null', 201)).toBe('account platform is overpaid by 1');
    expect(await pay('partner', ':doctor', 1)).toBe('account partner is overpaid by 1');
  });
});

describe('a pharmacy’s place says what its account says', () => {
  it('and nothing else', async () => {
    const disagrees = /^place .* says other things than its account$/;
    for (const change of ["name = 'Autre'", 'active = not active', 'is_partner = false', 'on_duty = true']) {
      expect(await run(`update places set ${change} where account_id = :pharmacy`)).toMatch(disagrees);
    }
    expect(await run('update places set account_id = :pharmacy where id = :place')).toMatch(
      /places_account_unique/,
    );
    expect(await run('update places set account_id = :agent where id = :place')).toMatch(disagrees);
    expect(await run("update places set hours = 'Mo-Su 08:00-22:00' where account_id = :pharmacy")).toBe(
      'nothing did',
    );
    expect(await run("update users set name = 'Autre', on_duty = true where id = :pharmacy")).toBe(
      'nothing did',
    );
  });
});

describe('an order moves one step at a time, and never back (RULES 8)', () => {
  const legal = ['pre-treatment pending', 'pending delivering', 'delivering delivered', 'delivered ended'];
  const pairs = orderStates.flatMap((from) =>
    orderStates.filter((to) => to !== from).map((to) => [from, to] as [OrderState, OrderState]),
  );

  it.each(pairs)('from %s to %s', async (from, to) => {
    const illegal = `illegal order move from ${from} to ${to}`;
    const constraint = await run(`update orders set state = '${to}' where id = :${from}`);
    // A legal step is still refused here by the next constraint: nobody has paid, nobody has fetched it.
    if (legal.includes(`${from} ${to}`)) expect(constraint).not.toBe(illegal);
    else expect(constraint).toBe(illegal);
  });
});

describe('an order and its items add up', () => {
  it.each([
    ['one item more', `insert into order_items values (:read, 1, :medication, 'x', 1, 1000)`],
    ['one item less', 'delete from order_items where order_id = :read'],
    ['another quantity', 'update order_items set quantity = 3 where order_id = :read'],
    ['another price', 'update order_items set price_fcfa = 999 where order_id = :read'],
    ['an item of nothing', `insert into order_items values (:unread, 0, :medication, 'x', 1, 1000)`],
    ['another count', 'update orders set items_count = 2 where id = :read'],
    [
      'another sum',
      `update orders set medicines_fcfa = 1000, commission_fcfa = 100, total_fcfa = 1600 where id = :read`,
    ],
  ])('%s does not', async (_name, statement) => {
    expect(await run(statement)).toMatch(/^order .* does not add up: /);
  });

  it('both together do', async () => {
    const both = `with items as (update order_items set quantity = 1 where order_id = :read)
      update orders set medicines_fcfa = 1000, commission_fcfa = 100, total_fcfa = 1600 where id = :read`;
    expect(await run(both)).toBe('nothing did');
  });
});

it('every trigger of the database is attacked here', async () => {
  const { rows } = await fortress.server.pool.query('select tgname from pg_trigger where not tgisinternal');
  expect(rows.map(({ tgname }) => tgname).sort()).toEqual([
    'entries_append_only',
    'entries_balance',
    'entries_not_overpaid',
    'file_openings_append_only',
    'journals_append_only',
    'order_events_append_only',
    'order_items_add_up',
    'orders_add_up',
    'orders_keep_prescription',
    'orders_legal_move',
    'orders_use_prescription',
    'payment_events_append_only',
    'places_as_account',
    'prescriptions_use_stays',
    'prescriptions_used_by_order',
    'users_keep_place',
  ]);
});

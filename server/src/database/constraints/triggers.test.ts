import { type OrderState, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildConstraintDatabase, type ConstraintDatabase } from './constraint-database.ts';

// The triggers refuse what no code may do: unbalance the ledger, rewrite history, skip a state.

let database: ConstraintDatabase;

beforeAll(async () => {
  database = await buildConstraintDatabase();
});
afterAll(() => database.server.close());

const run = (statement: string) => database.run(statement);
describe('append-only tables: ledger, timeline, reports and file openings', () => {
  it.each([
    ['journals', 'journal', 'at = now()'],
    ['entries', 'entry', 'amount_fcfa = amount_fcfa + 1'],
    ['order_events', 'event', "action = 'nothing'"],
    ['payment_events', 'report', "report = 'failed'"],
    ['refund_lines', 'back', 'quantity = 1'],
    ['file_openings', 'opening', 'user_id = :agent'],
    ['audit', 'audit', "details = '{}'"],
  ])('%s', async (table, row, change) => {
    expect(await run(`update ${table} set ${change} where id = :${row}`)).toBe(`${table} is append-only`);
    expect(await run(`delete from ${table} where id = :${row}`)).toBe(`${table} is append-only`);
  });

  it.each([
    ['audit', "action, subject_kind, subject_id) values ('change', 'zone', 'x'"],
    ['file_openings', "object, user_id) values ('file:x', gen_random_uuid()"],
  ])('%s may lose lines of more than five years, which never change either', async (table, row) => {
    const [columns, values] = row.split(') values (');
    const after = (age: string, change: string) => {
      const id = v7();
      const line = `insert into ${table} (id, at, ${columns}) values ('${id}', now() - interval '${age}', ${values})`;
      return run(`${line}; ${change} where id = '${id}'`);
    };
    expect(await after('5 years 1 minute', `delete from ${table}`)).toBe('accepted');
    expect(await after('4 years 364 days', `delete from ${table}`)).toBe(`${table} is append-only`);
    expect(await after('5 years 1 minute', `update ${table} set at = now()`)).toBe(`${table} is append-only`);
  });

  it('orders, payments and users that they refer to cannot be deleted', async () => {
    expect(await run('delete from orders where id = :ended')).toMatch(/_fk$|append-only/);
    expect(await run('delete from payments where id = :payment')).toMatch(/_fk$|^orders_payment$/);
    expect(await run('delete from users where id = :agent')).toMatch(/_fk$/);
    expect(await run('delete from medications where id in (select medication_id from order_items)')).toMatch(
      /_fk$/,
    );
  });
});

describe('a recall', () => {
  it.each([
    ["advice = 'see-doctor'", 'recalls is append-only'],
    ["lots = '{}', lifted_at = now(), lifted_by_id = :agent", 'recalls is append-only'],
    ['lifted_at = now(), lifted_by_id = :agent', 'accepted'],
  ])('is lifted, and never changed: %s → %s', async (change, result) => {
    expect(await run(`update recalls set ${change} where id = :recall`)).toBe(result);
  });

  it('is neither opened again nor deleted', async () => {
    const lifted = 'update recalls set lifted_at = now(), lifted_by_id = :agent where id = :recall';
    expect(
      await run(`${lifted}; update recalls set lifted_at = null, lifted_by_id = null where id = :recall`),
    ).toBe('recalls is append-only');
    expect(await run('delete from recalls where id = :recall')).toBe('recalls is append-only');
  });
});

describe('a journal sums to zero', () => {
  const post = (...amounts: number[]) =>
    run(
      `insert into entries (id, journal_id, account, amount_fcfa, at) values ${amounts
        .map((amount) => `('${v7()}', :journal, 'courier', ${amount}, now())`)
        .join(', ')}`,
    );

  it('otherwise its transaction is rejected', async () => {
    expect(await post(1)).toMatch(/^journal .* does not sum to zero: 1$/);
    expect(await post(-5, 4)).toMatch(/does not sum to zero: -1$/);
    expect(await post(2_000_000_000, 2_000_000_000)).toMatch(/does not sum to zero: 4000000000$/);
    expect(await post(5, -5)).toBe('accepted');
  });
});

describe('a prescription and its order refer to each other', () => {
  const disagree = /^prescription .* and its order do not agree$/;
  const unused = /^nothing remains of prescription .*, which is not used$/;
  const exceeds = /^more is given than prescription .* says$/;
  const use = (order: string, more = '') =>
    `update prescriptions set used_by_id = :${order}, used_at = now() ${more}`;

  it('while nothing remains of it', async () => {
    expect(await run(`${use('pending')} where id = :used`)).toMatch(disagree);
    expect(await run('update prescriptions set used_by_id = null, used_at = null where id = :used')).toMatch(
      unused,
    );
  });

  it('and no more is given than was prescribed', async () => {
    const fewer = 'update prescription_items set quantity = 1 where prescription_id = :used';
    expect(
      await run(`with fewer as (${fewer}) update prescriptions set used_at = now() where id = :used`),
    ).toMatch(exceeds);
    expect(await run('update orders set prescription_id = :coded where id = :asked')).toMatch(exceeds);
  });

  it('only when the order is paid and has this prescription', async () => {
    expect(await run(`${use('read')} where id = :prescription`)).toMatch(disagree);
    expect(await run(`${use('pending')} where id = :coded`)).toMatch(disagree);
    expect(await run('update orders set prescription_id = :coded where id = :pending')).toMatch(unused);
  });

  it('an order cannot lose its prescription', async () => {
    for (const other of ['null', ':coded']) {
      const taken = `update orders set prescription_id = ${other} where id = :paidAfterReading`;
      expect(await run(taken)).toMatch(/^order .* keeps its prescription$/);
    }
  });

  it('both sides may be set in one transaction', async () => {
    const both = `with used as (${use('pending')} where id = :coded)
      update orders set prescription_id = :coded where id = :pending`;
    expect(await run(both)).toBe('accepted');
  });
});

describe('no account is overpaid', () => {
  const pay = (account: string, beneficiary: string, amount: number) =>
    run(
      `insert into entries (id, journal_id, account, beneficiary_id, amount_fcfa, at) values
        ('${v7()}', :journal, '${account}', ${beneficiary}, ${amount}, now()),
        ('${v7()}', :journal, 'bank', null, ${-amount}, now())`,
    );

  it("neither the platform's nor a partner's", async () => {
    // The platform's balance is the commission of the one ended order.
    expect(await pay('platform', 'null', 200)).toBe('accepted');
    expect(await pay('platform', 'null', 201)).toBe('account platform is overpaid by 1');
    expect(await pay('partner', ':doctor', 1)).toBe('account partner is overpaid by 1');
  });
});

describe('what is given back of an order', () => {
  const refund = (amount: number, id = v7()) =>
    `insert into refunds (id, payment_id, debit, customer_id, order_id, amount_fcfa, asked_by_id, asked_at, next_try_at, reason)
     select '${id}', payment_id, 'REF', customer_id, id, ${amount}, customer_id, now(), now(), 'other' from orders where id = :delivered`;
  const line = (quantity: number, medicines: number, id: string) =>
    `insert into refund_lines (id, refund_id, order_id, position, quantity, medicines_fcfa, commission_fcfa, reduction_fcfa)
     values ('${v7()}', '${id}', :delivered, 0, ${quantity}, ${medicines}, 0, 0)`;

  it('is never more than was paid for it', async () => {
    const total = Number(
      (
        await database.server.pool.query(
          `select total_fcfa from orders where id = '${database.ids.delivered}'`,
        )
      ).rows[0].total_fcfa,
    );
    expect(await run(refund(total))).toBe('accepted');
    expect(await run(refund(total + 1))).toMatch(/^the refunds of order .* are \d+ of \d+$/);
    expect(await run(`${refund(total)}; ${refund(1)}`)).toMatch(/^the refunds of order/);
  });

  it('is never more of a line than was ordered, and its lines add up', async () => {
    const id = v7();
    const both = (quantity: number, medicines: number) =>
      run(`${refund(100, id)}; ${line(quantity, medicines, id)}`);
    expect(await both(1, 100)).toBe('accepted');
    expect(await both(1, 101)).toMatch(/^the lines of refund .* do not add up$/);
    expect(await both(999, 100)).toMatch(/^of line 0 of order .* are 999 given back of \d+$/);
  });
});

describe('the place of a pharmacy matches its account', () => {
  it('the shared columns are only changed through the account', async () => {
    const disagrees = /^place .* says other things than its account$/;
    for (const change of ["name = 'Autre'", 'active = not active', 'is_partner = false', 'on_duty = true']) {
      expect(await run(`update places set ${change} where account_id = :pharmacy`)).toMatch(disagrees);
    }
    expect(await run('update places set account_id = :pharmacy where id = :place')).toMatch(
      /places_account_unique/,
    );
    expect(await run('update places set account_id = :agent where id = :place')).toMatch(disagrees);
    expect(await run("update places set hours = 'Mo-Su 08:00-22:00' where account_id = :pharmacy")).toBe(
      'accepted',
    );
    expect(await run("update users set name = 'Autre', on_duty = true where id = :pharmacy")).toBe(
      'accepted',
    );
  });
});

describe('an order moves one state at a time, is cancelled, or is brought back from its delivery (rules 8 and 51)', () => {
  const legal = [
    'pre-treatment pending',
    'pending delivering',
    'delivering delivered',
    'delivered ended',
    'pre-treatment cancelled',
    'pending cancelled',
    'delivering pending',
    'delivering cancelled',
  ];
  const pairs = orderStates.flatMap((from) =>
    orderStates.filter((to) => to !== from).map((to) => [from, to] as [OrderState, OrderState]),
  );

  it.each(pairs)('from %s to %s', async (from, to) => {
    const illegal = `illegal order move from ${from} to ${to}`;
    const constraint = await run(`update orders set state = '${to}' where id = :${from}`);
    // A legal move is still rejected by the next constraint: the order is not paid or has no courier.
    if (legal.includes(`${from} ${to}`)) expect(constraint).not.toBe(illegal);
    else expect(constraint).toBe(illegal);
  });
});

describe('an order matches the sum of its items', () => {
  it.each([
    ['an extra item', `insert into order_items values (:read, 1, :medication, 'x', 1, 1000)`],
    ['a missing item', 'delete from order_items where order_id = :read'],
    ['another quantity', 'update order_items set quantity = 3 where order_id = :read'],
    ['another price', 'update order_items set price_fcfa = 999 where order_id = :read'],
    ['an item on an unread order', `insert into order_items values (:unread, 0, :medication, 'x', 1, 1000)`],
    ['another count', 'update orders set items_count = 2 where id = :read'],
    [
      'another sum',
      `update orders set medicines_fcfa = 1000, commission_fcfa = 100, total_fcfa = 1600 where id = :read`,
    ],
  ])('rejects %s', async (_name, statement) => {
    expect(await run(statement)).toMatch(/^order .* does not add up: /);
  });

  it('an erased order has its sums without lines', async () => {
    const erase = 'update orders set erased_at = now() where id = :ended';
    const empty = 'delete from order_items where order_id = :ended';
    expect(await run(`${erase}; ${empty}`)).toBe('accepted');
    const line = `insert into order_items values (:ended, 0, :medication, 'x', 1, 1000)`;
    expect(await run(`${erase}; ${empty}; ${line}`)).toMatch(/does not add up/);
  });

  it('accepts a change of both in one transaction', async () => {
    const both = `with items as (update order_items set quantity = 1 where order_id = :read)
      update orders set medicines_fcfa = 1000, commission_fcfa = 100, total_fcfa = 1600 where id = :read`;
    expect(await run(both)).toBe('accepted');
  });
});

it('every trigger is tested', async () => {
  // `announce` and `announce_update` only notify: live.test.ts tests them. Others are tested where their rule lives: catalogue.test.ts
  // tests medications_note_change, counts.test.ts `count` and `count_none`, prescriptions/find.test.ts `note_reader`,
  // audit/journal.test.ts `order_events_audited`, orders/substitute.test.ts `end_substitution`, orders/inquire.test.ts `end_inquiries`, session/limits.test.ts `users_forget_devices`.
  const { rows } = await database.server.pool.query(
    `select tgname from pg_trigger where not tgisinternal and tgname not in ('announce', 'announce_update', 'count', 'count_none', 'note_reader', 'order_events_audited', 'end_substitution', 'end_inquiries', 'users_forget_devices')`,
  );
  expect(rows.map(({ tgname }) => tgname).sort()).toEqual([
    'audit_append_only',
    'audit_not_truncated',
    'consultation_messages_append_only',
    'consultation_messages_in_order',
    'consultation_messages_remain',
    'consultations_have_last_message',
    'consultations_legal_change',
    'consultations_remain',
    'entries_append_only',
    'entries_balance',
    'entries_not_overpaid',
    'file_openings_append_only',
    'journals_append_only',
    'medications_note_change',
    'order_events_append_only',
    'order_items_add_up',
    'orders_add_up',
    'orders_keep_prescription',
    'orders_legal_move',
    'orders_use_prescription',
    'payment_events_append_only',
    'payouts_settled_stay',
    'places_as_account',
    'prescriptions_used_by_order',
    'recalls_append_only',
    'refund_lines_add_up',
    'refund_lines_append_only',
    'refund_lines_within_line',
    'refunds_within_order',
    'users_keep_place',
  ]);
});

describe('a consultation', () => {
  const change = (row: string, what: string) => run(`update consultations set ${what} where id = :${row}`);

  it('keeps its patient and its doctor, and goes from pending to active to completed', async () => {
    expect(await change('chat', 'patient_id = :agent')).toMatch(/^consultation .* keeps its people$/);
    expect(await change('chat', 'doctor_id = :agent')).toMatch(/keeps its people$/);
    const released = "status = 'pending', doctor_id = null, accepted_at = null";
    expect(await change('chat', released)).toMatch(/keeps its people$/);
    expect(await change('finished', "status = 'active', completed_at = null")).toBe(
      'illegal consultation move from completed to active',
    );
    const skipped = "status = 'completed', doctor_id = :doctor, accepted_at = now(), completed_at = now()";
    expect(await change('request', skipped)).toBe('illegal consultation move from pending to completed');
    expect(await change('chat', 'doctor_read_seq = 0')).toMatch(/^consultation .* does not go back$/);
  });

  it('is deleted only while it is pending, or eleven months after its end, with its messages', async () => {
    expect(await run('delete from consultations where id = :chat')).toMatch(/is a record$/);
    const deleteEnded = (age: string) =>
      run(`update consultations set completed_at = now() - interval '${age}' where id = :finished;
        delete from consultations where id = :finished`);
    expect(await deleteEnded('10 months')).toMatch(/is a record$/);
    expect(await deleteEnded('12 months')).toBe('accepted');
    expect(await run('delete from consultations where id = :request')).toBe('accepted');
    expect(await run('delete from consultation_messages where consultation_id = :request')).toBe(
      'consultation_messages is append-only',
    );
    expect(await run("update consultation_messages set content = 'Autre' where id = :message")).toBe(
      'consultation_messages is append-only',
    );
  });
});

describe('messages of a consultation', () => {
  const add = (row: string, seq: number, by = 'patient', sender = ':customer') =>
    run(`with moved as (update consultations set last_seq = greatest(last_seq, ${seq}) where id = :${row})
      insert into consultation_messages (id, consultation_id, seq, sender_type, sender_id, content, created_at)
      values ('${v7()}', :${row}, ${seq}, '${by}', ${sender}, 'Bonjour', now())`);

  it('are numbered without a gap, and none follows the closing line', async () => {
    expect(await add('chat', 4)).toBe('accepted');
    expect(await add('chat', 5)).toMatch(/^message 5 of consultation .* is out of order$/);
    expect(await add('finished', 4)).toMatch(/is out of order$/);
    expect(await run('update consultations set last_seq = 4 where id = :chat')).toMatch(
      /^consultation .* has no message 4$/,
    );
  });

  it('are by its patient or its doctor', async () => {
    expect(await add('chat', 4, 'patient', ':doctor')).toMatch(/is by neither of the two$/);
    expect(await add('chat', 4, 'doctor', ':agent')).toMatch(/is by neither of the two$/);
    expect(await add('request', 2, 'doctor', ':doctor')).toMatch(/is by neither of the two$/);
    expect(await add('chat', 4, 'doctor', ':doctor')).toBe('accepted');
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { setFull } from './full-disk.fixture.ts';
import { insertNowOrLater, writeLateLines } from './late-lines.ts';
import { rowOf } from './record.ts';

let t: TestApp;
let supervisor: Visitor;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  supervisor = await t.signIn('supervisor');
});
afterEach(() => setFull(t.pool, false));

const read = async (id: string) => (await t.call(supervisor, 'GET', `/orders/${id}`)).status;

/** The ids of the orders whose reading is recorded, in their order, with the times. */
async function recorded() {
  const { rows } = await t.pool.query<{ id: string; at: Date }>(
    `select subject_id as id, at from audit where actor_id = $1 and action = 'read' order by at, id`,
    [supervisor.row.id],
  );
  return rows.map(({ id, at }) => [id, at]);
}

it('reading goes on while the disk is full, and is recorded with its time as soon as it has room', async () => {
  const first = await buildOrder(t.db);
  const second = await buildOrder(t.db);
  await setFull(t.pool, true);
  const expected = [];
  for (const { id } of [first, second]) {
    expect(await read(id)).toBe(200);
    expected.push([id, t.clock.now()]);
    t.clock.advance(1);
  }
  expect(await read(first.id)).toBe(200);
  expect(await recorded()).toEqual([]);
  await setFull(t.pool, false);
  expect(await read(first.id)).toBe(200);
  expect(await recorded()).toEqual(expected);
});

it('is recorded once when several calls write it later', async () => {
  const { id } = await buildOrder(t.db);
  await setFull(t.pool, true);
  await read(id);
  await setFull(t.pool, false);
  await Promise.all([read(id), read(id), writeLateLines(t.db)]);
  expect(await recorded()).toHaveLength(1);
});

it('at most 10,000 lines are kept', async () => {
  const line = { action: 'read', kind: 'order' } as const;
  const rows = Array.from({ length: 1_000 }, (_, n) =>
    rowOf(
      { clock: t.clock, actor: { _id: supervisor.row.id, type: 'supervisor' } },
      { ...line, id: `${n}` },
      t.clock.now(),
    ),
  );
  await setFull(t.pool, true);
  for (let n = 0; n < 10; n += 1) await insertNowOrLater(t.db, rows);
  await expect(insertNowOrLater(t.db, rows.slice(0, 1))).rejects.toThrow();
  await setFull(t.pool, false);
  await writeLateLines(t.db);
  expect(await recorded()).toHaveLength(1_000);
});

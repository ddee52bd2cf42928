import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { cachedByVersion } from './sql.ts';
import { transact } from './transaction.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

/** Counts how often the value was read. */
function counted() {
  const state = { version: '1', reads: 0 };
  const find = cachedByVersion(
    async () => state.version,
    async () => {
      state.reads += 1;
      return state.reads;
    },
  );
  return { state, find };
}

it('reads again when the version has changed', async () => {
  const { state, find } = counted();
  expect([await find(server.db), await find(server.db)]).toEqual([1, 1]);
  state.version = '2';
  expect(await find(server.db)).toBe(2);
});

it('keeps nothing that a transaction has read', async () => {
  const { find } = counted();
  const inside = () => transact(server.db, (tx) => find(tx));
  expect([await inside(), await inside(), await find(server.db), await find(server.db)]).toEqual([
    1, 2, 3, 3,
  ]);
});

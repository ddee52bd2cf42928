import { expect, test } from 'vitest';
import { type Reader, startOverOrders } from './lists.fixture.ts';

// One list of each kind, on 20,000 orders; all of them, and their plans, are in `large-lists.plans.test.ts`.

const { get, countRead } = startOverOrders(1_000);

/** The most rows that a call may read. A scan of the orders, or of an index of theirs, reads 20,000. */
const MAX_READ = 5_000;

test.each<[Reader, string]>([
  ['customer', '/orders'],
  ['pharmacy', '/orders'],
  ['supervisor', '/orders'],
  ['supervisor', '/orders?todo=true'],
  ['partnerDoctor', '/prescriptions/my'],
  ['customer', '/prescriptions/open'],
])('reads few rows: %s %s', async (reader, path) => {
  // The plan that is kept is chosen after five calls.
  for (let n = 0; n < 6; n += 1) await get(reader, path);
  const before = await countRead();
  await get(reader, path);
  const read = (await countRead()) - before;
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(MAX_READ);
});

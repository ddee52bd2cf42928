import { afterAll, beforeAll, expect, it } from 'vitest';
import { times } from '../testing/http.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let customer: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  customer = await server.signIn('customer');
});
afterAll(() => server.close());

const guess = (n: number) => server.call(customer, 'GET', `/prescriptions/search/ORD-${30_000_000 + n}`);

it('stops at ten of 10,000 guesses from one account, 50 at a time', async () => {
  const statuses: number[] = [];
  for (let start = 0; start < 10_000; start += 50) {
    const responses = await Promise.all(times(50, (n) => guess(start + n)));
    statuses.push(...responses.map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 404)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(9_990);
  const { rows } =
    await server.pool.query(`select count(*)::int as n from tries where kind = 'prescription' and subject = (
    select subject from tries where kind = 'prescription' order by id desc limit 1)`);
  expect(rows[0].n).toBe(10);
});

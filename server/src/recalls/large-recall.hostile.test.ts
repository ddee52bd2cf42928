import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillWithOrders } from '../orders/many-orders.fixture.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { tellRecalls } from './tell.ts';

// A medicine that 10,000 customers received, twenty orders each: who is told how fast, and how often.

const CUSTOMERS = 10_000;
/** From the notice to the last message in the queue; the vendor’s rate comes on top. */
const MAX_MS = 60_000;

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
  await fillWithOrders(server.pool, CUSTOMERS);
}, 600_000);
afterAll(() => server.close());

it('tells each of 10,000 customers once, though two processes do it and one stops in between', async () => {
  const supervisor = await server.signIn('supervisor');
  const { rows } = await server.pool.query('select id from medications limit 1');
  const began = performance.now();
  const { status, body } = await server.call(supervisor, 'POST', '/recalls', {
    medicationId: rows[0].id,
    lots: [],
    advice: 'bring-back',
    source: 'ABMed, note 12',
    day: '2026-11-19',
  });
  const stopped = performance.now();
  expect(status).toBe(201);
  let batches = 0;
  const stops = {
    ...server.ctx,
    jobs: {
      ...server.ctx.jobs,
      add: async (...args: Parameters<typeof server.ctx.jobs.add>) => {
        batches += 1;
        if (batches === 1_000) throw new Error('the process stops');
        return server.ctx.jobs.add(...args);
      },
    },
  };
  await Promise.all([tellRecalls(stops).catch(() => 0), tellRecalls(server.ctx)]);
  await tellRecalls(server.ctx);
  const told = performance.now();
  console.info(
    `Recall: ordering stops and ${body.recall.waiting.length} orders wait after ${Math.round(stopped - began)} ms, all told after ${Math.round(told - began)} ms`,
  );
  const received = await server.pool.query(`
    select count(distinct customer_id)::int as n from orders
    where state in ('delivered', 'ended') and paid_at > timestamptz '2025-11-20 10:00Z'`);
  const all = received.rows[0].n;
  // Some orders of all customers are on their way.
  expect(all).toBeGreaterThan(0.99 * CUSTOMERS);
  const counted = await server.pool.query(`
    select (select count(*)::int from recall_recipients where told_at is not null) as told,
      (select count(*)::int from sms_messages where kind = 'recall') as messages,
      (select count(distinct about)::int from sms_messages where kind = 'recall') as people,
      (select count(*)::int from pgboss.job where name = 'send-sms' and data ->> 'kind' = 'recall') as queued,
      (select count(*)::int from notifications where title = 'Message important') as notices`);
  expect(counted.rows[0]).toEqual({
    told: all,
    messages: all,
    people: all,
    queued: all,
    notices: all,
  });
  expect(told - began).toBeLessThan(MAX_MS);
}, 300_000);

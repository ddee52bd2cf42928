import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { operations } from '../operations/operations.mjs';
import { callOn } from './call.mjs';

const TICK_MS = 10;
const CONNECTIONS = 500;

/** Twenty requests: fourteen reads, two searches, the three calls of a paid order and a change of state (RELIABILITY 4). */
export const MIX = [
  'list-customer',
  'paid-order',
  'detail',
  'list-supervisor',
  'search-mixed',
  'notices',
  'list-customer',
  'state',
  'catalogue',
  'list-pharmacy',
  'detail',
  'list-courier',
  'search-exact',
  'list-customer',
  'notices',
  'list-agent',
  'pharmacies',
  'list-supervisor',
];
const REQUESTS = 20;

/**
 * Starts operations at the rate of each phase, whether or not the responses come in time. The calls of an order follow one
 * another; those after a refusal are not sent.
 * @param phases `{ rate, seconds }`, requests a second
 * @returns when each request was sent, how long it took, ms, and its status; 0 without a response
 */
export async function runMixed({ origin, world, phases }) {
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
  const requests = [];
  const errors = new Set();
  const timed = callOn(pool);
  const begin = performance.now();
  const call = async (request) => {
    const sent = performance.now();
    const note = (status) => requests.push([sent - begin, performance.now() - sent, status]);
    try {
      const body = await timed(request);
      note(200);
      return body;
    } catch (error) {
      note(error.status ?? 0);
      throw error;
    }
  };
  const operate = MIX.map((name) => operations[name].create(world));
  const running = new Set();
  let turn = 0;
  process.send({ started: true });
  for (const { rate, seconds } of phases) {
    const since = performance.now();
    const end = since + seconds * 1_000;
    for (let launched = 0; performance.now() < end; await pause(TICK_MS)) {
      const due = ((performance.now() - since) / 1_000) * rate * (MIX.length / REQUESTS);
      for (; launched < due; launched += 1) {
        turn += 1;
        const work = operate[turn % MIX.length](call, turn).then(
          (result) => result === 'exhausted' && errors.add('no work is left'),
          (error) => error.status !== 503 && errors.add(error.message),
        );
        running.add(work);
        void work.then(() => running.delete(work));
      }
    }
  }
  await Promise.all(running);
  await pool.destroy();
  const served = requests.filter(([, , status]) => status === 200);
  return { count: served.length, requests, errors: [...errors].slice(0, 5) };
}

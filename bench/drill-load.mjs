import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { payAndPlace, send } from './product.mjs';

const RETRY_MS = 300;
const TICK_MS = 20;
/** Changes in progress: during an outage, each of them is tried again and again. */
const MAX_CHANGES = 60;
const WORDS = ['para', 'amox', 'doli', 'vita', 'ibup', 'artem', 'sero', 'zinc'];

/**
 * Starts a mixed load on a product with the demo accounts, on each of its servers in turn, at `rate` operations a second whether or not
 * the responses come in time: of ten, seven are lists, one a search, one a paid order and one a delivery, 1.6 requests each on average.
 * Changes are repeated with their key until they are acknowledged, as the web app does.
 */
export async function startLoad(urls, rate) {
  const limits = { connections: 1_000, headersTimeout: 120_000, bodyTimeout: 120_000 };
  const pools = urls.map((url) => new Pool(url, limits));
  /** Calls that have ended: their path, when they began, how long they took, ms, and their status; 0 without a response. */
  const calls = [];
  const pending = new Set();
  const faults = [];
  /** Order id → the furthest state that was acknowledged. */
  const acknowledged = new Map();
  const paid = [];
  const changing = new Set();
  let isStopped = false;
  let orders = 0;
  let turn = 0;
  let sent = 0;

  async function call(request) {
    const begun = { path: request.path, at: performance.now() };
    pending.add(begun);
    const pool = pools[sent++ % pools.length];
    const { status, text } = await send(pool, request).catch(() => ({ status: 0, text: '' }));
    pending.delete(begun);
    calls.push({ ...begun, ms: performance.now() - begun.at, status });
    return { status, body: text.startsWith('{') ? JSON.parse(text) : {} };
  }

  /** Repeats a change until it is acknowledged. @returns its body, or null when an earlier attempt had made it */
  async function persist(request) {
    for (let attempt = 1; ; attempt += 1) {
      const { status, body } = await call(request);
      if (status >= 200 && status < 300) return body;
      if (attempt > 1 && ['STATE_CHANGED', 'ALREADY_ASSIGNED'].includes(body.code)) return null;
      // The page of the simulated provider calls our webhook, which fails while the server stops.
      const isPage = status === 500 && request.path.startsWith('/sandbox-pay/');
      const isPassing =
        [0, 429, 503].includes(status) || ['PAYMENT_PENDING', 'IN_PROGRESS'].includes(body.code);
      if (!isPage && !isPassing) throw new Error(`${request.path}: ${status} ${JSON.stringify(body)}`);
      await pause(RETRY_MS);
    }
  }

  async function read(path, { token }) {
    const { status, body } = await call({ path, token });
    if (![0, 200, 503].includes(status)) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  }

  async function signIn(path, identifier) {
    const body = { identifier, password: 'demo-amasin' };
    const { user, token } = await persist({ method: 'POST', path: `/api/auth/${path}`, body });
    return { ...user, token };
  }
  const customers = [await signIn('login', '0197000001'), await signIn('login', '0197000002')];
  const superAdmin = await signIn('admin-login', 'admin@amasin.demo');
  const supervisor = await signIn('admin-login', 'superviseur@amasin.demo');
  const pharmacy = await signIn('admin-login', 'pharmacie@amasin.demo');
  const courier = await signIn('admin-login', 'livreur@amasin.demo');
  const { token } = supervisor;
  const { medications } = await persist({ path: '/api/medications?limit=50', token });
  const { zones } = await persist({ path: '/api/zones', token });
  const sold = medications.filter(({ price, requiresPrescription }) => price > 0 && !requiresPrescription);

  async function placeOrder(n) {
    const { token } = customers[n % customers.length];
    const post = (path, body) => persist({ method: 'POST', path, token, body, key: randomUUID() });
    const { order } = await payAndPlace(post, {
      prescription: { type: 'numerical', items: [{ medicationId: sold[n % sold.length]._id, quantity: 1 }] },
      deliveryZone: zones[n % zones.length]._id,
      deliveryAddress: `Lot ${n}, portail vert`,
    });
    acknowledged.set(order._id, 'pending');
    paid.push(order._id);
  }

  async function deliver(id) {
    const patch = (path, { token }, body) =>
      persist({ method: 'PATCH', path: `/api/orders/${id}/${path}`, token, body });
    await patch('assign', supervisor, { pharmacy: pharmacy._id });
    await patch('assign', supervisor, { deliveryPerson: courier._id });
    for (const status of ['delivering', 'delivered', 'ended']) {
      const person = status === 'ended' ? supervisor : courier;
      if ((await patch('status', person, { status })) !== null) acknowledged.set(id, status);
    }
  }

  const change = (work) => {
    if (changing.size >= MAX_CHANGES) return undefined;
    changing.add(work);
    return work().finally(() => changing.delete(work));
  };
  const customer = () => customers[turn % customers.length];
  const operations = [
    () => change(() => placeOrder(orders++)),
    () => read('/api/orders?limit=20', customer()),
    () => read(`/api/medications/search?q=${WORDS[turn % WORDS.length]}`, customer()),
    () => read('/api/orders?limit=20', supervisor),
    () => paid.length > 0 && change(() => deliver(paid.shift())),
    () => acknowledged.size > 0 && read(`/api/orders/${acknowledged.keys().next().value}`, supervisor),
    () => read('/api/orders?limit=20', customer()),
    () => read('/api/notifications?limit=10', customer()),
    () => read('/api/benefics/superadmin', superAdmin),
    () => read('/api/medications?limit=20', customer()),
  ];

  async function keepLaunching() {
    let last = performance.now();
    for (let due = 0; !isStopped; await pause(TICK_MS)) {
      const now = performance.now();
      due += ((now - last) / 1_000) * rate;
      last = now;
      for (; due >= 1; due -= 1) {
        turn += 1;
        Promise.resolve(operations[turn % operations.length]()).catch((error) => faults.push(error.message));
      }
    }
  }
  const launching = keepLaunching();

  return {
    calls,
    faults,
    acknowledged,
    call,
    supervisor,
    setRate: (value) => {
      rate = value;
    },
    /** Waits until the calls that began before `to` have ended. @returns those that began since `from` */
    async callsBetween(from, to) {
      while ([...pending].some(({ at }) => at < to)) await pause(TICK_MS);
      return calls.filter(({ at }) => at >= from && at < to);
    },
    /** Stops, and waits until each change is acknowledged and each call has ended. */
    async stop() {
      isStopped = true;
      await launching;
      while (changing.size > 0 || pending.size > 0) await pause(TICK_MS);
      await Promise.all(pools.map((pool) => pool.destroy()));
    },
  };
}

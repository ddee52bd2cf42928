import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';

const RETRY_MS = 300;
const TICK_MS = 20;
/** Orders being placed at the same time: during an outage, each of them is tried again and again. */
const MAX_ORDERS = 60;
const TERMS = ['para', 'amox', 'doli', 'vita', 'ibup', 'artem', 'sero', 'zinc'];

/** 70 % reads, 10 % searches, 20 % orders and their states (RELIABILITY 4). */
const MIX = [
  'order',
  'list',
  'search',
  'orders',
  'state',
  'detail',
  'list',
  'notices',
  'benefits',
  'catalogue',
];

/** A mixed load over HTTP on a product with the demo accounts. Each acknowledged change is recorded. */
export async function startLoad(url, rate) {
  const agent = new Agent({
    connections: 1_000,
    pipelining: 1,
    headersTimeout: 120_000,
    bodyTimeout: 120_000,
  });
  const calls = [];
  const pending = new Set();
  const faults = [];
  /** Order id → the furthest state that was acknowledged. */
  const acknowledged = new Map();
  const paid = [];
  const running = new Set();
  let isStopped = false;
  let orders = 0;
  let turn = 0;

  async function call({ method = 'GET', path, token, body, key }) {
    const begin = performance.now();
    const call = { begin };
    pending.add(call);
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    };
    const note = (status, reason) => {
      pending.delete(call);
      calls.push({ at: begin, ms: performance.now() - begin, status, ...(reason && { reason }) });
    };
    try {
      const sent = {
        origin: url,
        method,
        path,
        headers,
        body: method === 'GET' ? null : JSON.stringify(body ?? {}),
      };
      const response = await agent.request(sent);
      const text = await response.body.text();
      note(response.statusCode);
      return { status: response.statusCode, body: text.startsWith('{') ? JSON.parse(text) : {} };
    } catch (error) {
      // Not accepted, or accepted and dropped.
      note(error.code === 'ECONNREFUSED' ? 'refused' : 'dropped', `${method} ${path}: ${error.message}`);
      return { status: 0, body: {} };
    }
  }

  /** Repeats a change until it is acknowledged. @returns its body, or null when another attempt had made it */
  async function persist(request) {
    for (let attempt = 1; ; attempt += 1) {
      const { status, body } = await call(request);
      if (status >= 200 && status < 300) return body;
      if (attempt > 1 && ['STATE_CHANGED', 'ALREADY_ASSIGNED'].includes(body.code)) return null;
      // The page of the simulated provider calls our webhook, which fails while the server stops.
      const isPage = status === 500 && request.path.startsWith('/sandbox-pay/');
      // The provider did not answer in time whether it has the money: the page asks again.
      const isUnknown = body.code === 'PAYMENT_PENDING';
      const isPassing = isPage || isUnknown || [0, 429, 503].includes(status) || body.code === 'IN_PROGRESS';
      if (!isPassing) throw new Error(`${request.method} ${request.path}: ${status} ${JSON.stringify(body)}`);
      await pause(RETRY_MS);
    }
  }

  const people = await signInAll(persist);
  const { medications } = await persist({
    path: '/api/medications?limit=50',
    token: people.supervisor.token,
  });
  const { zones } = await persist({ path: '/api/zones', token: people.supervisor.token });
  const sold = medications.filter(({ price, requiresPrescription }) => price > 0 && !requiresPrescription);

  async function placeOrder(n) {
    const { token } = people.customers[n % people.customers.length];
    const order = {
      prescription: { type: 'numerical', items: [{ medicationId: sold[n % sold.length]._id, quantity: 1 }] },
      deliveryZone: zones[n % zones.length]._id,
      deliveryAddress: `Lot ${n}, portail vert`,
    };
    const post = (path, body) => persist({ method: 'POST', path, token, body, key: randomUUID() });
    const { transactionId } = await post('/api/payments', { order });
    await post(`/sandbox-pay/transactions/${transactionId}/approve`);
    const placed = await post('/api/orders', { ...order, transactionId });
    acknowledged.set(placed.order._id, 'pending');
    paid.push(placed.order._id);
  }

  async function deliver(id) {
    const patch = (path, { token }, body) =>
      persist({ method: 'PATCH', path: `/api/orders/${id}/${path}`, token, body });
    await patch('assign', people.supervisor, { pharmacy: people.pharmacy._id });
    await patch('assign', people.supervisor, { deliveryPerson: people.courier._id });
    for (const status of ['delivering', 'delivered']) {
      if ((await patch('status', people.courier, { status })) !== null) acknowledged.set(id, status);
    }
    if ((await patch('status', people.supervisor, { status: 'ended' })) !== null)
      acknowledged.set(id, 'ended');
  }

  const customer = () => people.customers[turn % people.customers.length];
  const read = async (path, { token }) => {
    const { status, body } = await call({ path, token });
    if (![0, 200, 503].includes(status)) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
  };
  const operations = {
    order: () => (running.size < MAX_ORDERS ? placeOrder(orders++) : undefined),
    state: () => (paid.length > 0 && running.size < MAX_ORDERS ? deliver(paid.shift()) : undefined),
    list: () => read('/api/orders?limit=20', customer()),
    orders: () => read('/api/orders?limit=20', people.supervisor),
    detail: () => {
      const id = acknowledged.keys().next().value;
      return id && read(`/api/orders/${id}`, people.supervisor);
    },
    search: () => read(`/api/medications/search?q=${TERMS[turn % TERMS.length]}`, customer()),
    notices: () => read('/api/notifications?limit=10', customer()),
    benefits: () => read('/api/benefics/superadmin', people.superAdmin),
    catalogue: () => read('/api/medications?limit=20', customer()),
  };

  function launch() {
    const name = MIX[turn++ % MIX.length];
    const work = Promise.resolve(operations[name]()).catch((error) => faults.push(error.message));
    if (name !== 'order' && name !== 'state') return;
    running.add(work);
    void work.then(() => running.delete(work));
  }

  async function keepLaunching() {
    let launched = 0;
    let since = performance.now();
    let current = rate;
    while (!isStopped) {
      if (current !== rate) [launched, since, current] = [0, performance.now(), rate];
      const due = ((performance.now() - since) / 1_000) * rate;
      for (; launched < due; launched += 1) launch();
      await pause(TICK_MS);
    }
  }
  const launching = keepLaunching();

  return {
    calls,
    faults,
    acknowledged,
    call,
    people,
    /** Waits until the calls that have begun before this time have ended, and returns those that began since `from`. */
    async callsBetween(from, to) {
      while ([...pending].some(({ begin }) => begin < to)) await pause(TICK_MS);
      return calls.filter(({ at }) => at >= from && at < to);
    },
    medicationId: sold[0]._id,
    setRate: (value) => {
      rate = value;
    },
    /** Stops and waits until each change is acknowledged. */
    async stop() {
      isStopped = true;
      await launching;
      await Promise.all(running);
      await agent.destroy();
    },
  };
}

async function signInAll(persist) {
  const signIn = async (path, identifier) => {
    const body = { identifier, password: 'demo-amasin' };
    const { user, token } = await persist({ method: 'POST', path: `/api/auth/${path}`, body });
    return { ...user, token };
  };
  return {
    customers: [await signIn('login', '0197000001'), await signIn('login', '0197000002')],
    superAdmin: await signIn('admin-login', 'admin@amasin.demo'),
    supervisor: await signIn('admin-login', 'superviseur@amasin.demo'),
    pharmacy: await signIn('admin-login', 'pharmacie@amasin.demo'),
    courier: await signIn('admin-login', 'livreur@amasin.demo'),
  };
}

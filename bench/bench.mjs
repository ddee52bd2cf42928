// `npm run bench`: fills a database with orders, starts the product on it, loads it over HTTP and prints a table, beside the same rows by
// Fastify and pg alone. Linux only: it reads /proc. docs/performance.md says how to run it.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import pg from 'pg';
import { Client } from 'undici';
import { root } from '../scripts/tools/run.mjs';
import { findRunningPostgres } from '../server/src/database/embedded/lock.ts';
import { addWork, fill, readWorld } from './fill.mjs';
import {
  databasePids,
  memoryOf,
  payAndPlace,
  percentileOf,
  productOn,
  secondsOf,
  send,
  serverOn,
} from './product.mjs';

const STARTS = 3;
/** The work that follows a start or a load is over after this time, ms. */
const REST_MS = 3_000;
/** How long the unit is measured before and after each line, s: the speed of a shared machine changes from minute to minute. */
const UNIT_SECONDS = 1;
/** More changes of state in a second than the product does. */
const CHANGES_PER_SECOND = 2_000;

const PROFILE = 'amasin-bench.cpuprofile';

const pick = (list, turn) => list[turn % list.length];

/** An operation of one GET request, by the people of a role in turn. */
const get = (role, pathOf) => ({
  operate: (world) => (call, turn) =>
    call({ path: pathOf(world, turn), token: pick(world[role], turn).token }),
});
const searchBy = (path, termOf) => (world, turn) => path + encodeURIComponent(termOf(world, turn));
const word = ({ words }, turn) => pick(words, turn);
/** Its fourth letter is another. */
const misspelt = (world, turn) => word(world, turn).replace(/^(...)./, '$1x');

/** `operate` makes, for a world, a function of a call and its number, which returns false when there is nothing left to do. */
const operations = {
  /** The unit of the others, first and last. */
  'bare-search': {
    isBare: true,
    operate: (world) => (call, turn) => call({ path: `/search?q=${word(world, turn).slice(0, 3)}` }),
  },
  'paid-order': {
    operate: (world) => (call, turn) =>
      payAndPlace(postWith(call, pick(world.buyers, turn).token), orderBody(world, turn)),
  },
  /** The same rows, in three calls of the bare server. */
  'bare-order': {
    isBare: true,
    operate: (world) => async (call, turn) => {
      const post = postWith(call);
      const customerId = pick(world.buyers, turn).id;
      const payment = await post('/payments', { ...orderBody(world, turn), customerId });
      return post('/orders', await post('/approve', payment));
    },
  },
  'list-customer': get('customers', () => '/api/orders?limit=20'),
  'list-supervisor': get('supervisors', () => '/api/orders?limit=20'),
  'orders-by-name': get(
    'supervisors',
    searchBy('/api/orders?limit=20&q=', ({ names }, turn) => pick(names, turn)),
  ),
  search: get('customers', searchBy('/api/medications/search?q=', word)),
  'search-misspelt': get('customers', searchBy('/api/medications/search?q=', misspelt)),
  catalogue: get('customers', () => '/api/medications?limit=20'),
  message: {
    operate: (world) => (call, turn) => {
      const { id, token } = pick(world.chats, turn);
      return postWith(call, token)(`/api/chat/${id}/message`, { content: 'Merci docteur.' });
    },
  },
  state: { operate: deliver, needsWork: true },
};

/** One of them by its name, or any list as ROLE:PATH. */
function operationOf(name) {
  const [, role, path] = /^(\w+):(\/.*)$/.exec(name) ?? [];
  if (role !== undefined) return get(role, () => path);
  if (name in operations) return operations[name];
  throw new Error(`unknown: ${name}; known: ${Object.keys(operations).join(', ')}, ROLE:PATH`);
}

const postWith = (call, token) => (path, body) => call({ method: 'POST', path, token, body });

/** An order of two medicines; the address makes each one another basket. */
const orderBody = ({ zones, medications, round }, turn) => ({
  prescription: {
    type: 'numerical',
    items: [1, 2].map((quantity) => ({ medicationId: pick(medications, turn * 7 + quantity), quantity })),
  },
  deliveryZone: pick(zones, turn),
  deliveryAddress: `Lot ${round}-${turn}, portail vert`,
});

/** A courier starts, then ends each delivery of `work`; each change counts. */
function deliver({ work }) {
  const started = [];
  return async (call) => {
    const begun = started.pop();
    const one = begun ?? work.pop();
    if (one === undefined) return false;
    const status = begun === undefined ? 'delivering' : 'delivered';
    await call({ method: 'PATCH', path: `/api/orders/${one.id}/status`, token: one.token, body: { status } });
    return begun !== undefined || started.push(one);
  };
}

/** The source, whose functions have their files in the profile. Each stop writes it anew: the last has the load. */
const profiled = {
  nodeArguments: ['--cpu-prof', `--cpu-prof-dir=${tmpdir()}`, `--cpu-prof-name=${PROFILE}`],
};

/** Functions that end what the bench has started, called last to first, whatever happens. */
const endings = [];

async function bench({ orders, seconds, connections, names, data, profile }) {
  const scratch = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'amasin-bench-')));
  endings.push(async () => fs.rmSync(scratch, { recursive: true, force: true }));
  const dataDir = data === undefined ? join(scratch, 'data') : resolve(data);
  fs.mkdirSync(dataDir, { recursive: true });
  const product = await productOn(dataDir, profile && profiled);
  endings.push(() => product.end());
  await product.start();
  const filled = await prepare(dataDir, orders);
  console.log(`${describeMachine()}\n${filled} orders, ${seconds} s a line`);
  const starts = [];
  for (let n = 0; n < STARTS; n += 1) {
    await product.stop();
    starts.push(await product.start());
  }
  await pause(REST_MS);
  console.log(`starts: ${starts.join(', ')} ms; memory of the server: ${memoryOf(product.pid())}\n`);

  const client = await connect(dataDir);
  const connection = join(scratch, 'connection.json');
  fs.writeFileSync(connection, JSON.stringify(findRunningPostgres(dataDir)), { mode: 0o600 });
  const bare = await serverOn(['bench/bare.mjs', connection], { NODE_ENV: 'production' }, '/');
  endings.push(() => bare.end());
  await bare.start();
  const context = { client, product, bare, world: await readWorld(client) };
  const isGood = await measureLines({ names, connections, seconds }, context);
  await pause(REST_MS);
  console.log(`\nmemory of the server, after the load: ${memoryOf(product.pid())}`);
  await client.end();
  await bare.stop();
  await product.stop();
  if (profile)
    console.log(`${join(tmpdir(), PROFILE)} opens in the developer tools of Chromium (Performance)`);
  return isGood;
}

/** @returns how many orders the database was filled with, now or by an earlier run */
async function prepare(dataDir, orders) {
  const client = await connect(dataDir);
  const { rows } = await client.query(`select to_regclass('bench.plan') is not null as "isFilled"`);
  if (!rows[0].isFilled) {
    console.error(`filling ${orders} orders`);
    await fill(client, orders);
  }
  const { rows: plans } = await client.query('select orders from bench.plan');
  await client.end();
  return plans[0].orders;
}

async function connect(dataDir) {
  const client = new pg.Client(findRunningPostgres(dataDir));
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** The machine, the versions and the time. */
function describeMachine() {
  const command = ['describe', '--always', '--dirty', '--exclude=*'];
  const git = spawnSync('git', command, { cwd: root, encoding: 'utf8' });
  const processor = `${cpus().length} × ${cpus()[0].model}, load ${loadavg()[0].toFixed(1)}`;
  const date = `${new Date().toISOString().slice(0, 16)}Z`;
  return `${processor}, Node ${process.versions.node}, commit ${git.stdout?.trim() || 'unknown'}, ${date}`;
}

const printRow = (name, ...cells) =>
  console.log(name.padEnd(24) + cells.map((cell) => String(cell).padStart(10)).join(''));

/** CPU is what an operation costs the server and the database, ms. */
async function measureLines({ names, connections: several, seconds }, context) {
  const { world, client } = context;
  let isGood = true;
  let round = Date.now();
  const measure = async (name, connections, length) => {
    const { needsWork } = operationOf(name);
    const work = needsWork ? await addWork(client, world.couriers, length * CHANGES_PER_SECOND) : [];
    round += 1;
    return load(operationOf(name), connections, length, { ...context, world: { ...world, work, round } });
  };
  printRow('operation', 'conn', 'req/s', 'share', 'p50 ms', 'p99 ms', 'srv CPU', 'db CPU');
  for (const connections of several) {
    for (const name of ['bare-search', ...names, 'bare-search']) {
      try {
        const unit = () => measure('bare-search', connections, UNIT_SECONDS);
        const before = await unit();
        const { perSecond, ...line } = await measure(name, connections, seconds);
        const share = (2 * perSecond) / (before.perSecond + (await unit()).perSecond);
        const times = [line.p50, line.p99].map((ms) => ms.toFixed(1));
        const costs = [line.serverMs, line.databaseMs].map((ms) => ms.toFixed(2));
        printRow(name, connections, perSecond.toFixed(0), share.toFixed(3), ...times, ...costs);
      } catch (error) {
        console.log(`${name}, ${connections} connections: FAILED: ${error.message}`);
        isGood = false;
      }
    }
  }
  return (!names.includes('bare-order') || (await writesSameRows(context))) && isGood;
}

/** Repeats an operation on each connection; what ends within `seconds` after the warm-up counts. */
async function load({ isBare, operate }, connections, seconds, { product, bare, world }) {
  const { url, pid } = isBare ? bare : product;
  const clients = Array.from({ length: connections }, () => new Client(url, { pipelining: 1 }));
  const once = operate(world);
  const readCpu = () => [secondsOf([pid()]), secondsOf(databasePids(product.pid()))];
  const begin = performance.now() + Math.min(2_000, seconds * 250);
  const limit = begin + seconds * 1_000;
  const times = [];
  let cpu;
  let turn = 0;
  let end = begin;
  const repeat = async (client) => {
    const call = callOn(client);
    while (performance.now() < limit) {
      const start = performance.now();
      if (start >= begin) cpu ??= readCpu();
      turn += 1;
      if ((await once(call, turn)) === false) return;
      const now = performance.now();
      if (now < begin || now > limit) continue;
      times.push(now - start);
      end = now;
    }
  };
  try {
    await Promise.all(clients.map(repeat));
  } finally {
    await Promise.all(clients.map((client) => client.destroy()));
  }
  if (times.length === 0 || cpu === undefined) throw new Error('nothing ended in time');
  const [serverMs, databaseMs] = readCpu().map((now, n) => ((now - cpu[n]) * 1_000) / times.length);
  const perSecond = times.length / ((end - begin) / 1_000);
  return { perSecond, p50: percentileOf(times, 0.5), p99: percentileOf(times, 0.99), serverMs, databaseMs };
}

/** Returns a function that sends a request and returns what a change answers. It throws for any response that is not 2xx. */
const callOn = (client) => async (request) => {
  const { status, text } = await send(client, request);
  if (status > 299) throw new Error(`${request.path}: ${status} ${text.slice(0, 300)}`);
  return request.method === 'POST' ? JSON.parse(text) : undefined;
};

/** Whether a bare order writes as many rows into the same tables as a paid order of the product. */
async function writesSameRows({ client, product, bare, world }) {
  const countRows = async () => {
    const { rows } = await client.query(
      `select relname as name, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from public.%I', relname),
         false, true, '')))[1]::text::int as n from pg_stat_user_tables where schemaname = 'public'`,
    );
    return rows;
  };
  const rowsOf = async (name, { url }) => {
    const http = new Client(url);
    const before = await countRows();
    await operations[name].operate({ ...world, round: name })(callOn(http), 1);
    const after = await countRows();
    await http.close();
    const gained = after.map(({ name: table, n }) => [table, n - before.find((one) => one.name === table).n]);
    return Object.fromEntries(gained.filter(([, n]) => n > 0));
  };
  const [paid, same] = [await rowsOf('paid-order', product), await rowsOf('bare-order', bare)];
  if (isDeepStrictEqual(paid, same)) return true;
  console.log(`FAILED: paid-order writes ${JSON.stringify(paid)}, bare-order ${JSON.stringify(same)}`);
  return false;
}

function readOptions() {
  const text = (value) => ({ type: 'string', default: value });
  const options = {
    orders: text('3000'),
    seconds: text('5'),
    connections: text('16'),
    only: { type: 'string' },
    data: { type: 'string' },
    profile: { type: 'string' },
  };
  const { orders, seconds, connections, only, data, profile } = parseArgs({ options }).values;
  const names = (profile ?? only)?.split(',') ?? Object.keys(operations).slice(1);
  for (const name of names) operationOf(name);
  const numbers = [orders, seconds, ...connections.split(',')].map(Number);
  if (!numbers.every((number) => Number.isInteger(number) && number > 0) || numbers[0] % 1_000 > 0)
    throw new Error('expected whole numbers, of orders thousands');
  return { orders: numbers[0], seconds: numbers[1], connections: numbers.slice(2), names, data, profile };
}

const signalled = new Promise((_, reject) => {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => reject(new Error(name)));
});
try {
  process.exitCode = (await Promise.race([bench(readOptions()), signalled])) ? 0 : 1;
} catch (error) {
  console.error(`bench: ${error.message}`);
  process.exitCode = 1;
} finally {
  for (const end of endings.reverse()) await end();
}
process.exit();

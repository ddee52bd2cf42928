// `npm run attack -- NAME`: starts the product with its own limits behind a pretended proxy, attacks it from many addresses, and tells how
// others were served meanwhile. Linux only: it reads /proc. docs/exploitation/exercices.md describes the attacks.
import * as fs from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { deflateSync } from 'node:zlib';
import { Agent } from 'undici';
import { clusterFolder } from '../server/src/database/embedded/home.ts';
import { takeOver } from '../server/src/database/embedded/lock.ts';
import { pngChunk, writePng } from '../server/src/files/write-png.fixture.ts';
import { solve } from '../server/src/session/solve-captcha.fixture.ts';
import { drawPicture } from '../server/src/testing/upload.ts';
import { childrenOf, peakOf, percentileOf, productOn } from './product.mjs';

const PASSWORD = 'demo-amasin';
/** Others are served so quickly, ms, and none of them is refused. */
const QUICK_MS = 250;
/** No process takes more, MB. */
const MOST_MB = 300;
/** The attack has begun before the first call of the others that counts, ms. */
const LEAD_MS = 2_000;
const CARRIER = '41.85.160.1';
const MEDICINES = '/api/public/medications?q=para';

const dispatcher = new Agent({ connections: 500, headersTimeout: 120_000, bodyTimeout: 120_000 });
let url;
let isOver = false;

/** Calls from an address. @returns status and body; 0 without an answer */
async function call(path, { from, token, body, form, method = body || form ? 'POST' : 'GET' }) {
  const headers = {
    'x-forwarded-for': from,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  try {
    const options = { method, headers, body: form ?? (body && JSON.stringify(body)), dispatcher };
    const response = await fetch(url + path, options);
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {} };
  } catch {
    return { status: 0, body: {} };
  }
}

/** Signs in as our pages do: what the server asks for is solved. */
async function signIn(person, { from, device, password = PASSWORD }) {
  const path = person.email ? '/api/auth/admin-login' : '/api/auth/login';
  const body = { ...person, password, ...(device && { device }) };
  let answer = await call(path, { from, body });
  for (let n = 0; n < 3 && answer.body.challenge !== undefined; n += 1) {
    const captcha = await solve(answer.body.challenge);
    answer = await call(path, { from, body: { ...body, captcha } });
  }
  return answer;
}

const customer = { identifier: '0197000001' };
const victim = { identifier: '0197000002' };
const admin = { email: 'admin@amasin.demo' };
const times = (count, make) => Array.from({ length: count }, (_, n) => make(n));
/** Repeats until the end. */
const loop = async (work) => {
  while (!isOver) await work();
};

/** Sends the beginning of a request, again when its connection was closed. @returns what ends it */
function hold(text) {
  const sockets = new Set();
  const open = () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text)).pause();
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      if (!isOver) setTimeout(open, 100);
    });
    return socket;
  };
  open();
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

const head = (method, path, from, rest = '') =>
  `${method} ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${from}\r\n${rest}\r\n`;

function fileForm(bytes, name, fields) {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set('file', new File([bytes], name));
  return form;
}

/** Each begins an attack and returns a promise that ends with it, or what ends it. */
const attacks = {
  /** No attack: the figures to compare the others with. */
  none: () => () => {},

  /** 200 connections from 25 addresses ask for the largest answers and read none. */
  readers() {
    const paths = ['/api/docs/json', '/api/docs/yaml', '/api/public/medications?q=a', '/'];
    const ends = times(200, (n) => hold(head('GET', paths[n % 4], `10.50.0.${n % 25}`)));
    return () => {
      for (const end of ends) end();
    };
  },

  /** 110 bodies from the address of a carrier promise 100 bytes and bring one. */
  bodies() {
    const rest = 'content-type: application/json\r\ncontent-length: 100\r\n';
    const ends = times(110, () => hold(`${head('POST', '/api/auth/login', CARRIER, rest)}{`));
    return () => {
      for (const end of ends) end();
    };
  },

  /** 60 networks, each the only one of its subscriber, try wrong passwords without a pause. */
  door() {
    const loops = times(60, (n) => {
      let tried = 0;
      return loop(() => {
        const identifier = `0198${String(n * 10_000 + (tried++ % 10_000)).padStart(6, '0')}`;
        const body = { identifier, password: 'faux' };
        return call('/api/auth/login', { from: `2001:db8:${(n + 1).toString(16)}::1`, body });
      });
    });
    return Promise.all(loops);
  },

  /** Pictures with ninety compressed texts. */
  async texts() {
    const { token } = (await signIn(victim, { from: '10.60.0.1' })).body;
    const text = Buffer.concat([
      Buffer.from('Comment\0\0', 'latin1'),
      deflateSync(Buffer.alloc(7_900_000, 'a')),
    ]);
    const before = times(90, () => pngChunk('zTXt', text));
    const bytes = writePng({ width: 40, height: 40 }, { before });
    return loop(() =>
      call('/api/upload', {
        from: '10.60.0.1',
        token,
        form: fileForm(bytes, 'a.png', { type: 'insurance' }),
      }),
    );
  },

  /** Previews of a list with two million columns. */
  async columns() {
    const { token } = (await signIn(admin, { from: '10.60.0.1' })).body;
    const bytes = Buffer.from(`nom;prix\n${'a;'.repeat(2_000_000)}`);
    return loop(async () => {
      const form = fileForm(bytes, 'liste.csv', { creationDate: '2026-11-01' });
      const { status } = await call('/api/imports/medications/preview', { from: '10.60.0.1', token, form });
      // A limit by the minute: no faster than it.
      if (status !== 422) await pause(1_000);
    });
  },
};

/** Returns the calls of ordinary people during an attack, by name. Each is repeated every second, or after its own interval. */
async function othersOf(name) {
  const known = (await signIn(customer, { from: '10.70.0.1' })).body;
  const supervisor = (await signIn({ email: 'superviseur@amasin.demo' }, { from: '10.70.0.2' })).body;
  const picture = await drawPicture('jpeg', { width: 600, height: 800 });
  let turn = 0;
  const next = () => {
    turn += 1;
    return `10.80.${Math.floor(turn / 250) % 250}.${turn % 250}`;
  };
  const common = {
    'visiteur : recherche': [100, () => call(MEDICINES, { from: next() })],
    'visiteur : page': [100, () => call('/', { from: next() })],
    'cliente : commandes': [100, () => call('/api/orders?limit=20', { from: CARRIER, token: known.token })],
    'superviseur : commandes': [
      100,
      () => call('/api/orders?limit=20', { from: '10.70.0.2', token: supervisor.token }),
    ],
  };
  const own = {
    bodies: {
      'cliente : photographie': [
        2_000,
        () => {
          const form = fileForm(picture, 'a.jpg', { type: 'prescription' });
          return call('/api/upload', { from: CARRIER, token: known.token, form });
        },
      ],
    },
    door: {
      'connexion, appareil connu': [
        1_500,
        () => signIn(customer, { from: '10.70.0.1', device: known.device }),
      ],
      'connexion, appareil nouveau': [1_500, () => signIn(victim, { from: next() })],
    },
  };
  return { ...common, ...own[name] };
}

/** Repeats what others do, whether or not the answers come in time. */
async function measure(others, seconds) {
  const results = new Map(Object.keys(others).map((name) => [name, []]));
  const pending = [];
  const until = performance.now() + seconds * 1_000;
  const repeat = async ([name, [everyMs, act]]) => {
    for (; performance.now() < until; await pause(everyMs)) {
      const begin = performance.now();
      const noted = ({ status }) => results.get(name).push({ status, ms: performance.now() - begin });
      pending.push(act().then(noted));
    }
  };
  await Promise.all(Object.entries(others).map(repeat));
  await Promise.all(pending);
  return results;
}

/** @returns how many faults there are */
function report(results, megabytes) {
  let faults = 0;
  for (const [name, calls] of results) {
    const served = calls.filter(({ status }) => status >= 200 && status < 300).map(({ ms }) => ms);
    const p95 = Math.round(percentileOf(served, 0.95) ?? 0);
    const others = calls.map(({ status }) => status).filter((status) => status < 200 || status >= 300);
    if (others.length > 0 || p95 > QUICK_MS) faults += 1;
    const refused =
      others.length === 0 ? '0 refus' : `${others.length} refus (${[...new Set(others)].join(', ')})`;
    console.log(`${name} : ${served.length} servis, p95 ${p95} ms, ${refused}`);
  }
  if (megabytes > MOST_MB) faults += 1;
  console.log(`le plus gros processus : ${Math.round(megabytes)} Mo`);
  return faults;
}

async function run(name, seconds) {
  const dataDir = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'amasin-attack-')));
  const product = await productOn(dataDir, { settings: { TRUST_PROXY: '1' }, hasLimits: true });
  url = product.url;
  let megabytes = 0;
  try {
    await product.start();
    const others = await othersOf(name);
    // Not of the measure: the libraries that the first call loads.
    await measure(others, 2);
    const end = await Promise.race([attacks[name](), pause(LEAD_MS)]);
    if (end !== undefined) await pause(LEAD_MS);
    const watch = setInterval(() => {
      const pids = [product.pid(), ...childrenOf(product.pid())];
      megabytes = Math.max(megabytes, ...pids.map(peakOf));
    }, 100);
    const results = await measure(others, seconds);
    clearInterval(watch);
    isOver = true;
    if (typeof end === 'function') end();
    return report(results, megabytes);
  } finally {
    isOver = true;
    await product.end();
    await takeOver(clusterFolder(dataDir), () => {});
    fs.rmSync(dataDir, { recursive: true });
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '20' } },
});
const [name] = positionals;
if (positionals.length !== 1 || !(name in attacks) || !(Number(values.seconds) > 0)) {
  console.error(`Usage : npm run attack -- ${Object.keys(attacks).join(' | ')} [--seconds 20]`);
  process.exit(2);
}
const faults = await run(name, Number(values.seconds));
console.log(`${name} : ${faults === 0 ? 'réussi' : `${faults} fautes`}`);
process.exit(faults === 0 ? 0 : 1);

// Measures a first visit to five pages on a cheap telephone, in Chromium with an empty cache. Give it the address of a running
// demonstration, or of two (`npm start` in another checkout with its own PORT and DATA_DIR): every visit is made to each in turn, because
// only figures of the same run can be compared.
//
//   npm run bench:views -- http://127.0.0.1:3000
//   npm run bench:views -- http://127.0.0.1:3000 http://127.0.0.1:3001 --rounds 9 --only /,/order
//
// `blocked` is what the tasks of the main thread take beyond 50 ms each, as Lighthouse counts it, on a core four times as slow: processor
// time is multiplied, so that a busy machine does not count. No debugger is attached meanwhile: with one, V8 computes a stack trace for
// each Error that React creates while it loads, and parses React a second time (70 ms). A second visit, over 400 kbit/s, counts requests,
// bytes and seconds until the page answers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';

const SLOWER = 4;
const LONG_MS = 50;
/** 400 kbit/s, here in bytes, with a latency of 400 ms. */
const SLOW_NETWORK = { offline: false, latency: 400, uploadThroughput: 50_000, downloadThroughput: 50_000 };
const POLL_MS = 100;
const LONGEST_MS = 120_000;
const CUSTOMER = { identifier: '0197000001', password: 'demo-amasin' };
const WINDOW = ['--window-size=360,740', '--headless=new', '--disable-gpu', '--no-sandbox', '--no-first-run'];

/** An element that answers once React has hydrated it, or that only the page's own data shows. */
const PAGES = [
  { path: '/', usable: 'main form' },
  { path: '/login', usable: 'main form' },
  { path: '/pharmacies', usable: 'main li' },
  { path: '/medicaments', usable: 'main form' },
  { path: '/order', usable: 'main input[role=combobox]', isCustomers: true },
];

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    'slow-rounds': { type: 'string', default: '3' },
    /** How long the page is watched, ms: longer than its work takes. */
    watch: { type: 'string', default: '8000' },
    only: { type: 'string' },
  },
});
const only = options.only?.split(',');
const pages = PAGES.filter(({ path }) => only === undefined || only.includes(path));
const origins = positionals.length > 0 ? positionals : ['http://127.0.0.1:3000'];

const browser = await startBrowser();
const found = new Map();
try {
  const tokens = new Map();
  for (const origin of origins) tokens.set(origin, await signIn(origin));
  for (const [visit, rounds] of [
    [visitWatched, Number(options.rounds)],
    [visitSlowly, Number(options['slow-rounds'])],
  ])
    for (let round = 0; round < rounds; round += 1)
      for (const page of pages)
        for (const origin of round % 2 === 0 ? origins : origins.toReversed()) {
          const token = page.isCustomers ? tokens.get(origin) : null;
          note(
            `${page.path} ${origin}`,
            await inContext(origin, token, (context) => visit(origin, page, context)),
          );
        }
  print();
} finally {
  await browser.stop();
}

async function signIn(origin) {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(CUSTOMER),
  });
  if (!response.ok) throw new Error(`${origin}: ${response.status} ${await response.text()}`);
  return (await response.json()).token;
}

/** Chromium, and its protocol for the whole browser: Playwright would attach itself to each page. */
async function startBrowser() {
  const profile = mkdtempSync(join(tmpdir(), 'amasin-views-'));
  const path = process.env.CHROMIUM_PATH || chromium.executablePath();
  const args = [...WINDOW, '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const url = await new Promise((resolve, reject) => {
    let text = '';
    child.once('error', reject);
    child.stderr.setEncoding('utf8').on('data', (part) => {
      text += part;
      const address = /ws:\/\/\S+/.exec(text)?.[0];
      if (address !== undefined) resolve(address);
    });
  });
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const answers = new Map();
  const listeners = new Set();
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.id === undefined) for (const listener of listeners) listener(message);
    else answers.get(message.id)(message);
  };
  let count = 0;
  return {
    async send(method, params = {}, sessionId = undefined) {
      count += 1;
      const id = count;
      const { error, result } = await new Promise((resolve) => {
        answers.set(id, resolve);
        socket.send(JSON.stringify({ id, method, params, sessionId }));
      });
      if (error !== undefined) throw new Error(`${method}: ${error.message}`);
      return result;
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Runs a visit in a new browser context: no cache and no storage, except the session of a customer. */
async function inContext(origin, token, visit) {
  const { browserContextId } = await browser.send('Target.createBrowserContext');
  try {
    if (token !== null) {
      const { targetId, sessionId } = await open(browserContextId, `${origin}/favicon.svg`);
      const expression = `localStorage.setItem('token', ${JSON.stringify(token)})`;
      await until(() => evaluate(sessionId, 'location.origin').then((at) => at === origin));
      await evaluate(sessionId, expression);
      await browser.send('Target.closeTarget', { targetId });
    }
    return await visit(browserContextId);
  } finally {
    await browser.send('Target.disposeBrowserContext', { browserContextId });
  }
}

async function open(browserContextId, url) {
  const { targetId } = await browser.send('Target.createTarget', { url, browserContextId });
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  return { targetId, sessionId };
}

async function evaluate(sessionId, expression) {
  const evaluated = browser.send('Runtime.evaluate', { expression, returnByValue: true }, sessionId);
  // Between two documents there is nothing to ask.
  return (await evaluated.catch(() => null))?.result.value;
}

async function until(isSo) {
  for (const end = Date.now() + LONGEST_MS; !(await isSo()); await pause(POLL_MS))
    if (Date.now() > end) throw new Error('the page does not answer');
}

/** The work of the main thread, from a trace of the browser. */
async function visitWatched(origin, { path }, browserContextId) {
  const events = [];
  const complete = Promise.withResolvers();
  const stop = browser.listen(({ method, params }) => {
    if (method === 'Tracing.dataCollected') events.push(...params.value);
    if (method === 'Tracing.tracingComplete') complete.resolve();
  });
  const traceConfig = { includedCategories: ['devtools.timeline', 'toplevel', 'v8'] };
  await browser.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  await browser.send('Target.createTarget', { url: origin + path, browserContextId });
  await pause(Number(options.watch));
  await browser.send('Tracing.end');
  await complete.promise;
  stop();
  const own = events.find(
    ({ name, args }) => name === 'v8.compileModule' && JSON.stringify(args).includes(origin),
  );
  if (own === undefined) throw new Error(`${path}: its scripts did not come in time (--watch)`);
  const ofPage = events.filter(({ pid, tid }) => pid === own.pid && tid === own.tid);
  const begin = ofPage.find(({ name }) => name === 'ParseHTML').ts;
  const tasks = ofPage
    .filter(({ name, ts }) => name === 'ThreadControllerImpl::RunTask' && ts >= begin)
    .map(({ tdur }) => (tdur * SLOWER) / 1000);
  return {
    blocked: tasks.reduce((sum, ms) => sum + Math.max(0, ms - LONG_MS), 0),
    work: tasks.reduce((sum, ms) => sum + ms, 0),
  };
}

/** Counts requests, bytes and layout shifts over a slow network, on a slowed core, until the page answers. */
async function visitSlowly(origin, { path, usable }, browserContextId) {
  const { sessionId } = await open(browserContextId, 'about:blank');
  const send = (method, params) => browser.send(method, params, sessionId);
  const sum = { requests: 0, bytes: 0, script: 0 };
  const scripts = new Set();
  const stop = browser.listen(({ method, params, sessionId: from }) => {
    if (from !== sessionId) return;
    if (method === 'Network.requestWillBeSent') sum.requests += 1;
    if (method === 'Network.responseReceived' && /javascript/.test(params.response.mimeType))
      scripts.add(params.requestId);
    if (method !== 'Network.loadingFinished') return;
    sum.bytes += params.encodedDataLength;
    if (scripts.has(params.requestId)) sum.script += params.encodedDataLength;
  });
  await send('Page.enable');
  await send('Network.enable');
  await send('Network.emulateNetworkConditions', SLOW_NETWORK);
  // It would ask for the pages that it keeps outside the slowed network.
  await send('Network.setBypassServiceWorker', { bypass: true });
  await send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await send('Page.addScriptToEvaluateOnNewDocument', { source: `(${watch})(${JSON.stringify(usable)})` });
  await send('Page.navigate', { url: origin + path });
  await until(() => evaluate(sessionId, 'window.visited?.usableAt > 0'));
  const { requests, bytes, script } = sum;
  const usableAt = await evaluate(sessionId, 'window.visited.usableAt');
  await pause(Number(options.watch));
  stop();
  const shift = await evaluate(sessionId, 'window.visited.shift');
  return {
    usable: usableAt / 1000,
    requests,
    bytes: bytes / 1000,
    script: script / 1000,
    all: sum.script / 1000,
    shift,
  };
}

/** Runs in the page, before anything else. */
function watch(usable) {
  const visited = { usableAt: 0, shift: 0 };
  window.visited = visited;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) visited.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    const element = document.querySelector(usable);
    const answers = element && Object.keys(element).some((key) => key.startsWith('__reactProps'));
    if (!answers || element.disabled) return setTimeout(look, 20);
    visited.usableAt = performance.now();
  };
  look();
}

function note(key, figures) {
  found.set(key, [...(found.get(key) ?? []), figures]);
}

function print() {
  const columns = [
    ['blocked', 'blocked ms', 0],
    ['work', 'main thread ms', 0],
    ['usable', 'usable after s', 1],
    ['script', 'script kB by then', 0],
    ['requests', 'requests by then', 0],
    ['bytes', 'kB by then', 0],
    ['all', 'script kB in all', 0],
    ['shift', 'shift', 2],
  ];
  console.log(`| page | at | ${columns.map(([, title]) => title).join(' | ')} |`);
  console.log(`|---|---|${columns.map(() => '---|').join('')}`);
  for (const { path } of pages)
    for (const origin of origins) {
      const visits = found.get(`${path} ${origin}`) ?? [];
      const cells = columns.map(([key, , digits]) => {
        const values = visits.map((figures) => figures[key]).filter((value) => value !== undefined);
        return spread(values, digits);
      });
      console.log(`| ${path} | ${new URL(origin).port} | ${cells.join(' | ')} |`);
    }
}

/** The median, then the least and the most when they differ. */
function spread(values, digits) {
  if (values.length === 0) return '';
  const sorted = values.toSorted((a, b) => a - b);
  const ends = [sorted[Math.floor(sorted.length / 2)], sorted[0], sorted.at(-1)];
  const [median, least, most] = ends.map((value) => value.toFixed(digits));
  return least === most ? median : `${median} (${least} to ${most})`;
}

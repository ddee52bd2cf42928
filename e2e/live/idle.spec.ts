import type { Page, Request } from '@playwright/test';
import { createPaidOrder } from '../paid-order.ts';
import { createPerson } from '../people.ts';
import { DESKTOP, expect, test } from '../product.ts';

/** Packets of the live connection. The client replies to each ping, and disconnects after 45 s without one. */
const PING = '2';
const PONG = '3';
const EVENT = '42';
const CONNECTED = '40';
/** Interval between two pings of the test, ms. */
const PING_MS = 20_000;

const screens = [
  { type: 'customer', path: '/tracking' },
  { type: 'supervisor', path: '/supervisor-dashboard' },
  { type: 'pharmacy', path: '/pharmacy-dashboard' },
  { type: 'deliveryPerson', path: '/delivery-dashboard' },
  { type: 'agent', path: '/agent-dashboard' },
  { type: 'partnerDoctor', path: '/doctor-dashboard?tab=consultations' },
  { type: 'superAdmin', path: '/cpanel' },
] as const;

for (const { type, path } of screens) {
  test(`a person leaves ${path} open for five minutes: it sends two requests at most`, async ({
    open,
    query,
  }) => {
    const person = await createPerson(query, type, 'Écran au Repos');
    await expectIdle(await open(DESKTOP, person.identifier, { isolated: true }), path);
  });
}

test('a supervisor leaves an order open for five minutes: it sends two requests at most', async ({
  open,
  query,
}) => {
  const supervisor = await createPerson(query, 'supervisor', 'Superviseur au Repos');
  const order = await createPaidOrder(query, 'Au-repos Test');
  const page = await open(DESKTOP, supervisor.identifier, { isolated: true });
  await expectIdle(page, `/supervisor-dashboard?order=${order.id}`);
});

async function expectIdle(page: Page, path: string): Promise<void> {
  await page.clock.install();
  const connection = await controlConnection(page);
  const requests = recordRequests(page);
  await page.goto(path);
  connection.silence();
  // A page that still loads its code sends nothing, but it is not idle.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Chargement…' })).toHaveCount(0);
  // Connecting refetches everything, at once or, for what is still pending, a second after its response.
  await connection.ping();
  const pass = async (ms: number) => {
    await page.clock.runFor(ms);
    await connection.ping();
    await expect.poll(requests.pending).toBe(0);
  };
  await expect(async () => {
    await expect.poll(requests.pending).toBe(0);
    requests.sent.length = 0;
    await pass(5_000);
    expect(requests.sent).toEqual([]);
  }).toPass();

  for (let passed = 0; passed < 300_000; passed += PING_MS) await pass(PING_MS);
  expect(requests.sent.length, requests.sent.join('\n')).toBeLessThanOrEqual(2);
}

function recordRequests(page: Page) {
  const sent: string[] = [];
  const pending = new Set<Request>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!/^\/(api|socket\.io)\//.test(pathname)) return;
    sent.push(`${request.method()} ${pathname}`);
    pending.add(request);
  });
  const end = (request: Request) => pending.delete(request);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return { sent, pending: () => pending.size };
}

/**
 * The page’s clock runs faster than the server’s, so the client would miss the server’s pings: the test adds some.
 * `silence` drops the events caused by tests that run at the same time.
 */
async function controlConnection(page: Page) {
  let toPage: ((packet: string) => void) | null = null;
  let replied: () => void = () => {};
  let isSilent = false;
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((packet) => {
      if (packet === PONG) replied();
      server.send(packet);
    });
    server.onMessage((packet) => {
      if (String(packet).startsWith(CONNECTED)) toPage = (ping) => socket.send(ping);
      if (!isSilent || !String(packet).startsWith(EVENT)) socket.send(packet);
    });
  });
  return {
    /** Resolves once the page has replied. */
    ping: async () => {
      await expect.poll(() => toPage !== null).toBe(true);
      const reply = new Promise<void>((resolve) => {
        replied = resolve;
      });
      toPage?.(PING);
      await reply;
    },
    silence: () => {
      isSilent = true;
    },
  };
}

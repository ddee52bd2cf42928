import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { casesOf } from '@amasin/domain/testing/cases-of.ts';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { buildConsultation } from '../builders/consultation.ts';
import { notify } from '../notifications/notify.ts';
import { times } from '../testing/http.ts';
import { connectTo, eventsOf, type LiveClient, type LiveTest, startLiveTest, WAIT } from '../testing/live.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { personRoom } from './audience.ts';
import { closeSilent } from './sockets.ts';

// Clients that are not ours. After each attack a bystander gets their notification and nothing else, and the server
// responds.

const FRAMES = casesOf(500, 20_000);
const CONNECTIONS = casesOf(100, 1_000);
const MAX_FRAME = 64 * 1024;

let server: TestApp;
let test: LiveTest;
let attacker: Visitor;
let victim: Visitor;
let bystander: LiveClient;
let chatId: string;
/** Connections that never send a token. */
let silent: WebSocket[];
const error = vi.fn();

beforeAll(async () => {
  server = await startTestApp({ log: { info() {}, warn() {}, error } });
  test = await startLiveTest(server);
  silent = await Promise.all(times(20, openSocket));
  attacker = await server.signIn('customer');
  victim = await server.signIn('customer');
  chatId = (await buildConsultation(server.db, { status: 'active', patientId: victim.row.id })).id;
});
afterAll(async () => {
  await test.live.close();
  await server.close();
});
beforeEach(async () => {
  bystander = await test.connect(victim);
  await bystander.socket.emitWithAck('joinChat', { chatId });
  await test.settled(bystander);
  bystander.received.length = 0;
});

/** A WebSocket that is not a client of ours. */
async function openSocket(): Promise<WebSocket> {
  const socket = new WebSocket(`${test.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  return socket;
}

/** The same, connected as the attacker. */
async function openAuthenticated(): Promise<WebSocket> {
  const socket = await openSocket();
  const connected = new Promise((resolve) => {
    socket.onmessage = ({ data }) => String(data).startsWith('40') && resolve(null);
    socket.onclose = resolve;
  });
  socket.send(`40${JSON.stringify({ token: attacker.token })}`);
  await connected;
  return socket;
}

const closed = (socket: WebSocket) =>
  vi.waitFor(() => expect(socket.readyState).toBe(WebSocket.CLOSED), WAIT);

async function expectUnharmed() {
  const title = v7();
  await notify(server.ctx.jobs, server.db, server.clock.now(), [
    { userId: victim.row.id, title, message: '', link: '/tracking' },
  ]);
  await test.settled(bystander);
  const events = bystander.received.filter(({ event }) => event !== 'changed');
  expect(events).toMatchObject([{ event: 'notification', data: { title } }]);
  expect((await fetch(`${test.url}/health/ready`)).status).toBe(200);
  expect(error.mock.calls).toEqual([]);
  const { body } = await server.call(victim, 'GET', `/chat/${chatId}`);
  expect([body.chat.status, body.chat.lastSeq]).toEqual(['active', 2]);
}

/** Waits until the server has released all connections except the bystander's and the silent ones. */
async function expectForgotten() {
  const { io } = test.live;
  await vi.waitFor(() => {
    expect([...io.sockets.sockets.values()].map(({ data }) => data.userId)).toEqual([victim.row.id]);
    const waiting = silent.filter(({ readyState }) => readyState === WebSocket.OPEN).length;
    expect(io.engine.clientsCount).toBeLessThanOrEqual(1 + waiting);
  }, WAIT);
  const rooms = [...io.sockets.adapter.rooms.keys()];
  expect(rooms.filter((room) => !room.includes(':') && room !== bystander.socket.id)).toEqual([]);
  expect(rooms).not.toContain(`person:${attacker.row.id}`);
  expect([...io._nsps.keys()]).toEqual(['/']);
}

const eventName = fc.constantFrom(
  'joinChat',
  'leaveChat',
  'sendMessage',
  'typing',
  'chatAccepted',
  'chatCompleted',
  'newMessage',
  'connect',
  'connection',
  'disconnect',
  'disconnecting',
  'error',
  '__proto__',
  'constructor',
  'toString',
  '',
  7,
  null,
);

/** Bytes, engine packets, Socket.IO packets, and events with the consultation of others. */
const frames = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.tuple(fc.nat(9), fc.string({ maxLength: 60 })).map(([type, text]) => `${type}${text}`),
  fc
    .tuple(
      fc.nat(9),
      fc.constantFrom('', '/,', '/admin,', '/socket.io,'),
      fc.option(fc.nat()),
      fc.jsonValue(),
    )
    .map(([type, space, id, json]) => `4${type}${space}${id ?? ''}${JSON.stringify(json)}`),
  fc
    .tuple(fc.constantFrom('', '7', '999999999999'), eventName, fc.array(fc.jsonValue(), { maxLength: 3 }))
    .map(([id, event, data]) => `42${id}${JSON.stringify([event, ...data])}`),
  fc
    .tuple(eventName, fc.jsonValue())
    .map(
      ([event, message]) =>
        `425${JSON.stringify([event, { chatId: 'CHAT', message, senderType: 'doctor' }])}`,
    ),
  fc
    .tuple(fc.nat(20), fc.integer({ min: -2, max: 20 }), eventName)
    .map(([count, num, event]) => `45${count}-${JSON.stringify([event, { _placeholder: true, num }])}`),
  fc.nat(2_000).map((depth) => `42["joinChat",${'['.repeat(depth)}${']'.repeat(depth)}]`),
);

it('random frames, before and after authentication, do not affect other clients', async () => {
  const waiting = fc.sample(frames, FRAMES);
  const lane = async (index: number) => {
    const open = index % 2 === 0 ? openAuthenticated : openSocket;
    let socket = await open();
    for (let frame = waiting.pop(); frame !== undefined; frame = waiting.pop()) {
      // Most frames end their connection.
      if (socket.readyState !== WebSocket.OPEN) socket = await open();
      socket.send(typeof frame === 'string' ? frame.replace('CHAT', chatId) : frame);
      await turn();
    }
    socket.close();
    await closed(socket);
  };
  await Promise.all(times(10, (index) => lane(index)));
  await expectUnharmed();
  await expectForgotten();
});

it('a frame of 64 KB is acknowledged, a larger one closes the connection, including over polling', async () => {
  const start = `421["sendMessage",{"chatId":"${chatId}","message":{"content":"`;
  const end = '"}}]';
  const frame = start + 'x'.repeat(MAX_FRAME - start.length - end.length) + end;
  await Promise.all(
    times(10, async () => {
      const socket = await openAuthenticated();
      const response = new Promise((resolve) => {
        socket.onmessage = ({ data }) => resolve(data);
      });
      socket.send(frame);
      expect(await response).toMatch(/^431\[\{"success":false,"code":"INVALID"/);
      socket.send(`${frame} `);
      await closed(socket);
    }),
  );
  const polling = `${test.url}/socket.io/?EIO=4&transport=polling`;
  const { sid } = JSON.parse((await (await fetch(polling)).text()).slice(1));
  const response = await fetch(`${polling}&sid=${sid}`, { method: 'POST', body: '4'.repeat(MAX_FRAME + 1) });
  expect(response.status).toBe(413);
  await fetch(`${polling}&sid=${sid}`, { method: 'POST', body: '1' });
  await expectUnharmed();
  await expectForgotten();
});

it('floods close their connections and do not affect other clients', async () => {
  const responses = await Promise.all(
    times(10, async (client) => {
      const socket = await openAuthenticated();
      let acknowledged = 0;
      socket.onmessage = ({ data }) => {
        acknowledged += String(data).startsWith('43') ? 1 : 0;
      };
      for (let n = 0; n < 500; n += 1) {
        const events = ['joinChat', 'typing', 'leaveChat'];
        socket.send(`42${n}${JSON.stringify([events[(client + n) % 3], { chatId }])}`);
      }
      await closed(socket);
      return acknowledged;
    }),
  );
  // 20 in each of the two seconds that a flood may touch.
  expect(Math.max(...responses)).toBeLessThanOrEqual(40);
  await expectUnharmed();
  await expectForgotten();
});

it('accepts 30 concurrent connections of one account and rejects all others', async () => {
  const attempts = await Promise.allSettled(times(CONNECTIONS, () => connectTo(test.url, attacker.token)));
  const accepted = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
  expect(accepted).toHaveLength(30);
  for (const attempt of attempts) {
    if (attempt.status === 'rejected') expect(attempt.reason.message).toBe('too many connections');
  }
  await expectUnharmed();
  expect(eventsOf(accepted[0]!, 'notification')).toEqual([]);
  for (const { socket } of accepted) socket.disconnect();
  await expectForgotten();
});

it('a connection that never reads is closed, before what it is told fills the memory', async () => {
  const socket = connect(Number(new URL(test.url).port), '127.0.0.1');
  socket.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  await once(socket, 'data');
  socket.pause();
  const text = Buffer.from(`40${JSON.stringify({ token: attacker.token })}`);
  // A text frame with a mask of zeros.
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]));
  const { io } = test.live;
  const room = personRoom(attacker.row.id);
  await vi.waitFor(() => expect(io.sockets.adapter.rooms.get(room)?.size).toBe(1), WAIT);
  const message = 'x'.repeat(100_000);
  for (let n = 0; n < 500; n += 1) {
    io.local.to(room).emit('notification', { title: '', message } as never);
    await turn();
  }
  closeSilent(io);
  expect(io.sockets.adapter.rooms.has(room)).toBe(false);
  socket.destroy();
  await expectUnharmed();
  await expectForgotten();
});

it('connections that never authenticate are closed', async () => {
  await expectUnharmed();
  await Promise.all(silent.map(closed));
  await expectForgotten();
  expect(test.live.io.engine.clientsCount).toBe(1);
});

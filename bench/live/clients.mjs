import { setTimeout as pause } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { percentileOf } from '../percentile.mjs';

/** Connections opened at the same time. */
const TOGETHER = 50;
/** Time limit of one response, of the last messages and of the reconnection of all clients, ms. */
const BACK_MS = 60_000;

/** Connects both people of each pair, with the delays of the web client, and joins their consultations. */
export async function connectPairs(url, pairs) {
  const clients = pairs.flatMap(({ chatId, tokens }) =>
    tokens.map((token) => ({
      chatId,
      socket: io(url, {
        auth: { token, chatId },
        transports: ['websocket'],
        forceNew: true,
        autoConnect: false,
        reconnectionDelay: 1_000,
        reconnectionDelayMax: 5_000,
        randomizationFactor: 0.5,
      }),
    })),
  );
  for (let at = 0; at < clients.length; at += TOGETHER) {
    await Promise.all(
      clients.slice(at, at + TOGETHER).map(async ({ socket, chatId }) => {
        const connected = new Promise((resolve, reject) => {
          socket.once('connect', resolve).once('connect_error', reject);
        });
        socket.connect();
        await connected;
        await socket.timeout(BACK_MS).emitWithAck('joinChat', { chatId });
      }),
    );
  }
  return clients;
}

/** Sends messages at this rate. Returns the 99th percentile of the time from sending to receiving, ms. */
export async function measureDelivery(clients, { perSecond, seconds }) {
  const sent = new Map();
  const times = [];
  const onMessage = ({ message }) => {
    const at = sent.get(message.clientMessageId);
    if (at === undefined) return;
    sent.delete(message.clientMessageId);
    times.push(performance.now() - at);
  };
  // The clients with an odd index send, the others receive.
  for (const [index, { socket }] of clients.entries())
    if (index % 2 === 0) socket.on('newMessage', onMessage);
  const total = perSecond * seconds;
  const start = performance.now();
  for (let n = 0; n < total; n += 1) {
    const due = start + (n * 1000) / perSecond;
    if (due > performance.now()) await pause(due - performance.now());
    const { socket, chatId } = clients[((n * 2) % clients.length) + 1];
    const clientMessageId = `${perSecond}-${n}`;
    sent.set(clientMessageId, performance.now());
    socket.emit(
      'sendMessage',
      { chatId, message: { content: 'Bonjour docteur', clientMessageId } },
      () => {},
    );
  }
  const end = Date.now() + BACK_MS;
  while (sent.size > 0 && Date.now() < end) await pause(20);
  for (const { socket } of clients) socket.off('newMessage', onMessage);
  if (sent.size > 0) throw new Error(`${sent.size} of ${total} messages were not delivered`);
  times.sort((a, b) => a - b);
  return percentileOf(times, 0.99);
}

/** Resolves once all are connected again; returns how long it took from `start`, ms. */
export async function untilBack(clients, start) {
  while (clients.some(({ socket }) => !socket.connected)) {
    if (performance.now() - start > BACK_MS) throw new Error('not all clients reconnected');
    await pause(20);
  }
  return performance.now() - start;
}

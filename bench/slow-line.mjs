import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const PACKET_BYTES = 1_500;

/**
 * A TCP proxy to `url` with the throughput of one phone, in bytes per second each way, shared by all its connections, and
 * a latency in ms per round trip. The browser’s own emulation leaves out the requests of a service worker.
 */
export async function startSlowLine(url, { latency, throughput }) {
  const { hostname, port } = new URL(url);
  const [down, up] = [createLine(latency / 2, throughput), createLine(latency / 2, throughput)];
  const sockets = new Set();
  const server = createServer(async (client) => {
    // The handshake of TCP.
    client.pause();
    await delay(latency);
    const upstream = connect(Number(port), hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ]) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    carry(client, upstream, up);
    carry(upstream, client, down);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function carry(from, to, line) {
  const queue = line.open((packet) => {
    if (to.destroyed) return;
    if (packet === null) to.end();
    else to.write(packet);
  });
  from.on('data', (chunk) => {
    for (let at = 0; at < chunk.length; at += PACKET_BYTES) queue(chunk.subarray(at, at + PACKET_BYTES));
  });
  from.on('end', () => queue(null));
  from.resume();
}

/** One direction: a packet at a time, of each connection in turn, delivered `latency` ms after it was sent. */
function createLine(latency, throughput) {
  const connections = [];
  let isSending = false;
  async function send() {
    if (isSending) return;
    isSending = true;
    let freeAt = performance.now();
    while (connections.some(({ packets }) => packets.length > 0)) {
      for (const { packets, deliver } of connections) {
        if (packets.length === 0) continue;
        const packet = packets.shift();
        freeAt = Math.max(freeAt, performance.now()) + ((packet?.length ?? 0) / throughput) * 1_000;
        await delay(Math.max(0, freeAt - performance.now()));
        setTimeout(() => deliver(packet), latency);
      }
    }
    isSending = false;
  }
  return {
    open: (deliver) => {
      const packets = [];
      connections.push({ packets, deliver });
      return (packet) => {
        packets.push(packet);
        void send();
      };
    },
  };
}

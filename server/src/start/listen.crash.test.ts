import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// It starts and stops processes: `npm run test:long -- --only crash` runs it.

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const CONNECTIONS = 1_000;
const WAIT = { timeout: 30_000 };

/** The system's limit on the connections that wait at a port; other systems than Linux have other ways to say it. */
function longestBacklog(): number {
  const path = '/proc/sys/net/core/somaxconn';
  return existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Holds a port for so many servers in turn, each of which ends after its first response at `/`. */
async function holdPort(starts: number) {
  const port = await freePort();
  const holder = spawn(
    process.execPath,
    [pathOf('hold-port.fixture.ts'), String(port), String(starts), pathOf('one-response.fixture.ts')],
    { stdio: 'inherit' },
  );
  const ended = once(holder, 'exit');
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } });
    return Number(await response.text());
  };
  await expect.poll(() => get('/pid').catch(() => 0), WAIT).toBeGreaterThan(0);
  return { port, get, ended };
}

it('serves a port that is kept open: a connection made between two processes waits for the next one', async () => {
  const { get, ended } = await holdPort(2);
  const first = await get('/');
  const second = await get('/');
  expect(second).toBeGreaterThan(0);
  expect(second).not.toBe(first);
  await ended;
});

it.runIf(longestBacklog() > CONNECTIONS)(
  'lets a thousand connections wait at a port that is kept open',
  async () => {
    const { port, get, ended } = await holdPort(1);
    const pid = await get('/pid');
    process.kill(pid, 'SIGSTOP');
    const sockets = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1'));
    try {
      await expect.poll(() => sockets.filter(({ connecting }) => connecting).length, WAIT).toBe(0);
    } finally {
      for (const socket of sockets) socket.destroy();
      process.kill(pid, 'SIGCONT');
    }
    await get('/');
    await ended;
  },
);

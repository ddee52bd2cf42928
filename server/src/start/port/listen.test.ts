import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

it('serves a port that is kept open: a connection made between two processes waits for the next one', async () => {
  const port = await freePort();
  const holder = spawn(
    process.execPath,
    [pathOf('hold-port.fixture.ts'), String(port), '3', pathOf('one-response.fixture.ts')],
    { stdio: 'inherit' },
  );
  const ended = once(holder, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const get = () => fetch(url, { headers: { connection: 'close' } }).then((response) => response.text());
  await expect.poll(() => fetch(url).then(Boolean, () => false), { timeout: 30_000 }).toBe(true);
  const [second, third] = [await get(), await get()];
  expect(Number(second)).toBeGreaterThan(0);
  expect(third).not.toBe(second);
  await ended;
});

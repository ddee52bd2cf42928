import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';

// `node hold-port.fixture.ts PORT STARTS SCRIPT…`: opens a port of 127.0.0.1 and keeps it open, like a socket unit of systemd,
// and starts the script with it again each time it ends, STARTS times in all.

const [port, starts, ...script] = process.argv.slice(2);

const server = createServer().listen({ host: '127.0.0.1', port: Number(port), backlog: 4_096 }, () => {
  const { _handle: handle } = server as unknown as { _handle: { fd: number } };
  const env = { ...process.env, LISTEN_FDS: '1', LISTEN_PID: String(process.pid) };
  // This process is blocked meanwhile, so it accepts no connection itself.
  for (let n = 0; n < Number(starts); n += 1) {
    spawnSync(process.execPath, script, { env, stdio: ['ignore', 'inherit', 'inherit', handle.fd] });
  }
  process.exit();
});

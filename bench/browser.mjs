import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { ensureServerBuilt } from '../scripts/tools/build-server.mjs';
import { ensureChromium } from '../scripts/tools/chromium.mjs';
import { freePort } from './server-process.mjs';

const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];

/**
 * Starts the built product with demo data and its own database, and a browser; runs `measure`, then stops both and deletes
 * the data.
 */
export async function withProduct(measure) {
  const folder = mkdtempSync(join(tmpdir(), 'amasin-bench-'));
  const port = await freePort();
  const server = spawn(process.execPath, [await ensureServerBuilt()], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Without the settings of the caller's environment.
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      DEMO: '1',
      LOG_LEVEL: 'error',
    },
  });
  const debugPort = await freePort();
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: [...ARGUMENTS, `--remote-debugging-port=${debugPort}`],
  });
  try {
    const url = `http://127.0.0.1:${port}`;
    await untilReady(url, server);
    await measure({ url, browser, debugPort });
  } finally {
    await browser.close();
    server.kill('SIGTERM');
    await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function untilReady(url, server) {
  const end = Date.now() + 60_000;
  while (Date.now() < end && server.exitCode === null) {
    const response = await fetch(`${url}/health/ready`).catch(() => null);
    if (response?.ok) return;
    await pause(200);
  }
  throw new Error('the product did not start');
}

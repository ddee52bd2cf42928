import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureChromium } from '../scripts/tools/chromium.mjs';
import { productOn } from './api/servers.mjs';
import { freePort } from './server-process.mjs';

const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];

/**
 * Starts the built product with demo data and its own database, and a browser; runs `measure`, then stops both and deletes
 * the data.
 */
export async function withProduct(measure) {
  const folder = mkdtempSync(join(tmpdir(), 'amasin-bench-'));
  const product = await productOn(folder);
  let browser;
  try {
    await product.start();
    const debugPort = await freePort();
    browser = await chromium.launch({
      executablePath: await ensureChromium(),
      args: [...ARGUMENTS, `--remote-debugging-port=${debugPort}`],
    });
    await measure({ url: product.url, browser, debugPort });
  } finally {
    await browser?.close();
    await product.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

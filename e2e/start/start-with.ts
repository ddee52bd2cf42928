import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * Starts another product, outside demo mode, for the tests of one file: its URL and its database replace those in the
 * environment until it is stopped.
 * @returns stops it
 */
export async function startWith(provider: 'fedapay' | 'kkiapay'): Promise<() => Promise<void>> {
  const serve = fileURLToPath(new URL('./serve-provider.ts', import.meta.url));
  const child = spawn(process.execPath, [serve, provider], { stdio: ['ignore', 'pipe', 'inherit'] });
  const first = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit'),
  ]);
  if (typeof first[0] !== 'string') throw new Error(`the product did not start (code ${first[0]})`);
  const { url, database } = JSON.parse(first[0]) as { url: string; database: object };
  const { AMASIN_URL = '', AMASIN_DATABASE = '' } = process.env;
  Object.assign(process.env, { AMASIN_URL: url, AMASIN_DATABASE: JSON.stringify(database) });
  return async () => {
    Object.assign(process.env, { AMASIN_URL, AMASIN_DATABASE });
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
}

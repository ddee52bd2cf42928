import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Starts the product once for all browser tests, which read its URL and database from the environment. */
export default async function startProduct() {
  const serve = fileURLToPath(new URL('./serve.ts', import.meta.url));
  const child = spawn(process.execPath, [serve], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, 'line'), once(child, 'exit')]);
  if (typeof first[0] !== 'string') throw new Error(`the product did not start (code ${first[0]})`);
  const { url, database } = JSON.parse(first[0]) as { url: string; database: object };
  process.env.AMASIN_URL = url;
  process.env.AMASIN_DATABASE = JSON.stringify(database);

  return async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
}

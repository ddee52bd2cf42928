import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

interface Started {
  /** What must not reach the browser. */
  readonly secrets: readonly string[];
  /** The columns with hostile texts. */
  readonly written: readonly string[];
  /** Where the sent SMS are listed. */
  readonly messages: string;
  /** Where it is reported what each payment provider has received. */
  readonly received: string;
  /** The fake of Firebase, where it sends the codes. */
  readonly firebase: string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts another product for the tests of one file, by a script of this folder and its arguments: its URL and its database
 * replace those in the environment until it is stopped.
 */
export async function startWith(script: 'serve' | 'serve-provider', ...args: string[]): Promise<Started> {
  const serve = fileURLToPath(new URL(`./${script}.ts`, import.meta.url));
  const child = spawn(process.execPath, [serve, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const first = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit'),
  ]);
  if (typeof first[0] !== 'string') throw new Error(`the product did not start (code ${first[0]})`);
  const { url, database, ...told } = JSON.parse(first[0]);
  const { secrets = [], written = [], messages = '', received = '', firebase = '' } = told;
  const { AMASIN_URL = '', AMASIN_DATABASE = '' } = process.env;
  Object.assign(process.env, { AMASIN_URL: url, AMASIN_DATABASE: JSON.stringify(database) });
  const stop = async () => {
    Object.assign(process.env, { AMASIN_URL, AMASIN_DATABASE });
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { secrets, written, messages, received, firebase, stop };
}

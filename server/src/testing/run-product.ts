import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clusterFolder } from '../database/embedded/home.ts';
import { readPostmaster, takeOver } from '../database/embedded/lock.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const sources = {
  start: 'scripts/start.mjs',
  server: 'server/src/main.ts',
  command: 'server/src/cli/main.ts',
};

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly stderr: string;
}

/** One of our programs in its own process, as an operator runs it. */
export interface Program {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  /** The output so far. */
  output(): string;
  /** Resolves when the output matches; rejects with all output if the program ends before. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  kill(signal: NodeJS.Signals): Promise<Ended>;
  /** Stops reading the output, like a terminal that is closed. */
  closeOutput(): void;
}

export interface Product extends Program {
  /** The printed URL. */
  readonly url: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response.
  call(method: string, path: string, body?: object, token?: string): Promise<{ status: number; body: any }>;
}

const children = new Set<ChildProcess>();
const folders: string[] = [];

/** An empty data folder; `endPrograms` removes it. */
export function makeDataFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'amasin-start-')));
  folders.push(folder);
  return folder;
}

/** Runs `npm start`, the server or the command line with exactly these settings, never on the developer's data. */
export function run(
  program: keyof typeof sources,
  { env = {}, args = [], input = '' }: { env?: Record<string, string>; args?: string[]; input?: string },
): Program {
  const { PATH = '', TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [sources[program], ...args], {
    cwd: ROOT,
    env: {
      PATH,
      ...(TMPDIR !== undefined && { TMPDIR }),
      // The compile cache belongs to the machine, so that every start uses it.
      ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
      DATA_DIR: env.DATA_DIR ?? makeDataFolder(),
      ...env,
    },
  });
  children.add(child);
  child.stdin.on('error', () => {}).end(input);
  let output = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject).once('close', (code) => {
      children.delete(child);
      resolve({ code, output, stderr });
    });
  });
  return {
    pid: child.pid ?? 0,
    ended,
    output: () => output,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const found = pattern.exec(output);
          if (found) resolve(found);
        };
        child.stdout.on('data', check);
        check();
        const fail = () => reject(new Error(`it ended without printing ${pattern}:\n${output}\n${stderr}`));
        ended.then(fail, fail);
      }),
    kill: (signal) => {
      child.kill(signal);
      return ended;
    },
    closeOutput: () => void child.stdout.destroy(),
  };
}

/** Starts the server on a free port and waits for its URL. */
export async function startProduct(env: Record<string, string>): Promise<Product> {
  const program = run('server', { env: { PORT: '0', ...env } });
  const [, url = ''] = await program.says(/à l’adresse (http:[^\s"]+)[\n"]/);
  return {
    ...program,
    url,
    call: async (method, path, body, token) => {
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    },
  };
}

/** Removes what tests left: processes, their databases and folders. */
export async function endPrograms(): Promise<void> {
  await Promise.all(
    [...children].map((child) => {
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGKILL');
      return ended;
    }),
  );
  for (const folder of folders.splice(0)) {
    const cluster = clusterFolder(folder);
    const socket = readPostmaster(cluster)?.host;
    await takeOver(cluster, () => {});
    if (socket) rmSync(socket, { recursive: true, force: true });
    rmSync(folder, { recursive: true });
  }
}

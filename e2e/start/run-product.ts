import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

interface RunningProduct<Started> {
  /** The message that the script sent once it was ready. */
  readonly started: Started;
  readonly stop: () => Promise<void>;
}

/**
 * Runs a script of this folder, which starts a product, in a process without Playwright’s loader. What it logs is printed with
 * the output of the tests.
 * @throws Error when it ends before the product has started
 */
export async function runProduct<Started>(script: string, args: string[]): Promise<RunningProduct<Started>> {
  const child = fork(fileURLToPath(new URL(`./${script}.ts`, import.meta.url)), args, {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const ended = exited.then(([code, signal]) => {
    throw new Error(`the product did not start (${code ?? signal})`);
  });
  const [started] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => {});
  child.disconnect();
  return {
    started: started as Started,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

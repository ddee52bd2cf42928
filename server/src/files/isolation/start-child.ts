import { type ChildProcess, fork } from 'node:child_process';

/** Address space that Node reserves at its start without using it, MB. */
const RESERVED_MB = 1_200;

const flags = [
  '--max-old-space-size=128',
  // Otherwise the type stripper's WebAssembly reserves more address space than the limit.
  '--disable-wasm-trap-handler',
];

/**
 * Starts a script that calls `serveJobs` in its own process. It gets none of our settings and secrets, does not keep
 * this process running, and ends with it.
 * @param megabytes how much memory it may use; enforced by the kernel on Linux, where the product is served
 */
export function startChild(script: URL, megabytes: number): ChildProcess {
  const limit = `ulimit -v ${(RESERVED_MB + megabytes) * 1024}; exec "$0" "$@"`;
  const child = fork(script, {
    ...(process.platform === 'linux'
      ? { execPath: '/bin/sh', execArgv: ['-c', limit, process.execPath, ...flags] }
      : { execArgv: flags }),
    // Fewer pools of glibc's allocator: less memory is kept after a large picture.
    env: { MALLOC_ARENA_MAX: '2' },
    // Bytes and dates as they are, instead of JSON.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Errors between two jobs: the next one sees that the process has ended.
  child.on('error', () => {});
  child.unref();
  child.channel?.unref();
  return child;
}

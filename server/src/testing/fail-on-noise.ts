import { Socket } from 'node:net';
import { afterEach, expect, vi } from 'vitest';

// An unexpected error on the console is a defect that nobody looks at: it fails the test that made it.
const noise = vi.spyOn(console, 'error').mockImplementation(() => {});

// So does a call that would leave the machine: it is not made.
const outside: string[] = [];
const { connect } = Socket.prototype;
vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...given: unknown[]) {
  const host = hostOf(given);
  if (host === undefined || /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)) {
    return Reflect.apply(connect, this, given);
  }
  outside.push(host);
  return this.destroy(new Error(`a test may not call ${host}`));
});

afterEach(() => {
  const said = noise.mock.calls.splice(0);
  expect(said, 'console.error').toEqual([]);
  expect(outside.splice(0), 'calls to the outside').toEqual([]);
});

/** Of what a socket is asked to connect to: `connect(options)`, `connect(port, host)`, or Node's own list of both; none for a path. */
function hostOf([first, second]: readonly unknown[]): string | undefined {
  if (Array.isArray(first)) return hostOf(first);
  if (typeof first === 'object' && first !== null) {
    const { host, path } = first as { host?: string; path?: string };
    return path ? undefined : host;
  }
  return typeof first === 'number' && typeof second === 'string' ? second : undefined;
}

import { Socket } from 'node:net';
import { afterEach, expect, vi } from 'vitest';

// An unexpected console error fails the test.
const noise = vi.spyOn(console, 'error').mockImplementation(() => {});

// External connections are blocked and fail the test.
const outside: string[] = [];
const { connect } = Socket.prototype;
vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...given: unknown[]) {
  const host = hostOf(given);
  if (host === undefined || /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)) {
    return Reflect.apply(connect, this, given);
  }
  outside.push(host);
  return this.destroy(new Error(`a test may not connect to ${host}`));
});

afterEach(() => {
  const errors = noise.mock.calls.splice(0);
  expect(errors, 'console.error').toEqual([]);
  expect(outside.splice(0), 'external connections').toEqual([]);
});

/**
 * The host in the arguments of `connect(options)`, `connect(port, host)` or Node's internal list of both;
 * undefined for a path.
 */
function hostOf([first, second]: readonly unknown[]): string | undefined {
  if (Array.isArray(first)) return hostOf(first);
  if (typeof first === 'object' && first !== null) {
    const { host, path } = first as { host?: string; path?: string };
    return path ? undefined : host;
  }
  return typeof first === 'number' && typeof second === 'string' ? second : undefined;
}

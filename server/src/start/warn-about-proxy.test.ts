import { afterEach, expect, it, vi } from 'vitest';
import { warnAboutProxy } from './serve.ts';

afterEach(() => vi.unstubAllEnvs());

function warnings(TRUST_PROXY: number, HOST: string): unknown[] {
  const warn = vi.fn();
  warnAboutProxy({ TRUST_PROXY, HOST }, { info: vi.fn(), warn, error: vi.fn() });
  return warn.mock.calls.map(([details]) => details);
}

it.each(['0.0.0.0', '::', '192.168.1.10', 'amasin.bj'])(
  'warns once when HOST is %s behind a proxy',
  (host) => {
    expect(warnings(1, host)).toEqual([{ host }]);
    expect(warnings(0, host)).toEqual([]);
  },
);

it.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('does not warn when HOST is %s', (host) => {
  expect(warnings(1, host)).toEqual([]);
});

it('does not warn at a port of systemd, whose unit says where it listens', () => {
  vi.stubEnv('LISTEN_FDS', '1');
  vi.stubEnv('LISTEN_PID', String(process.pid));
  expect(warnings(1, '0.0.0.0')).toEqual([]);
});

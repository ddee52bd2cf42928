import { expect, test } from 'vitest';
import { isOutage, isWorthRetrying } from './errors.ts';

const failure = (code: string) =>
  new Error('Failed query', { cause: Object.assign(new Error('x'), { code }) });

test.each(['40001', '40P01'])('%s is worth a retry, and an outage if retries fail', (code) => {
  expect(isWorthRetrying(failure(code))).toBe(true);
  expect(isOutage(failure(code))).toBe(true);
});

test.each([
  'ECONNREFUSED',
  // A Unix socket whose queue is full, as the server is frozen.
  'EAGAIN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '08006',
  '57P01',
  '55P03',
  '53300',
])('%s is an outage', (code) => {
  expect(isOutage(failure(code))).toBe(true);
});

test.each(['23505', '22P05', '42P01'])('%s is not an outage', (code) => {
  expect(isOutage(failure(code))).toBe(false);
});

test('a connection error without a code is an outage', () => {
  expect(isOutage(new Error('Connection terminated unexpectedly'))).toBe(true);
  expect(isOutage(new Error('Client has encountered a connection error and is not queryable'))).toBe(true);
  expect(isOutage(new Error('Client was closed and is not queryable'))).toBe(true);
  expect(isOutage(new Error('anything else'))).toBe(false);
});

import { Manager } from 'socket.io-client';
import { expect, test } from 'vitest';
import { connectionOptions } from './connect.ts';

test('connects within 20 s, and again after 1 to 5 s with a jitter of 0.5, without end (SPEC 4, 9)', () => {
  const manager = new Manager('http://127.0.0.1', { ...connectionOptions('token'), autoConnect: false });
  expect({
    timeout: manager.timeout(),
    delay: manager.reconnectionDelay(),
    longest: manager.reconnectionDelayMax(),
    jitter: manager.randomizationFactor(),
    attempts: manager.reconnectionAttempts(),
  }).toEqual({
    timeout: 20_000,
    delay: 1_000,
    longest: 5_000,
    jitter: 0.5,
    attempts: Number.POSITIVE_INFINITY,
  });
});

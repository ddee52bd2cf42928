import { QueryClient } from '@tanstack/react-query';
import { Manager } from 'socket.io-client';
import { expect, test, vi } from 'vitest';
import { connect, connectionOptions } from './connect.ts';

type Handler = (...args: unknown[]) => void;

/** A socket that announces its end on `disconnect`, like the library's. */
const socket = vi.hoisted(() => {
  const handlers = new Map<string, Handler>();
  const emit = (event: string, ...args: unknown[]) => handlers.get(event)?.(...args);
  return {
    on: (event: string, handler: Handler) => handlers.set(event, handler),
    off() {
      handlers.clear();
      return this;
    },
    disconnect: () => emit('disconnect', 'io client disconnect'),
    emit,
  };
});
vi.mock('socket.io-client', async (load) => ({ ...(await load<object>()), io: () => socket }));

test('connects within 20 s, and again after 1 to 5 s with a jitter of 0.5, without end', () => {
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

test('refetches every 30 s until it connects; once disconnected by us, never again', async () => {
  vi.useFakeTimers();
  const queries = new QueryClient();
  const refetches = vi.spyOn(queries, 'invalidateQueries');
  const disconnect = connect('token', queries, () => {});
  await vi.advanceTimersByTimeAsync(30_000);
  expect(refetches).toHaveBeenCalled();
  socket.emit('connect');
  // Until the refetches of the connection are over.
  await vi.advanceTimersByTimeAsync(2_000);
  disconnect();
  refetches.mockClear();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(refetches).not.toHaveBeenCalled();
  vi.useRealTimers();
});

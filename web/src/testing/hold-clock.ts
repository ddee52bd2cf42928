import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { UNDO_MS } from '../lib/outbox.ts';

/** Time passes for what is held, and for nothing else. @returns a function that waits until what is held now is sent */
export function holdClock(): () => Promise<unknown> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  return () => act(() => vi.advanceTimersByTimeAsync(UNDO_MS));
}

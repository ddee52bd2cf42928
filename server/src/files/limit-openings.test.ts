import { afterEach, expect, it, vi } from 'vitest';
import { otherCalls } from '../settings/limits.ts';
import { limitOpenings, REFUSAL_MS } from './links.ts';

afterEach(() => vi.useRealTimers());

it('refuses an opening above the limit after a pause, and does not delay the others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const link = { object: 'file:abc', userId: '01930000-0000-7000-8000-000000000000' };
  const now = new Date('2026-11-20T10:00:20Z');
  for (let n = 0; n < otherCalls.openingsPerMinute; n += 1) await limitOpenings(link, now);
  const refuse = vi.fn();
  const refused = limitOpenings(link, now).catch(refuse);
  await vi.advanceTimersByTimeAsync(REFUSAL_MS - 1);
  expect(refuse).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await refused;
  expect(refuse).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ code: 'TOO_MANY_TRIES', details: { retryAfter: 40 } }),
  );
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TEST_SECRET } from '../testing/test-app.ts';
import { deliverSms } from './deliver.ts';
import { seal } from './send.ts';

// Only the timeout clock is fake.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('gives up after ten seconds without a response from the provider', async () => {
  const called = Promise.withResolvers<void>();
  const sms = {
    send: () => {
      called.resolve();
      return new Promise<never>(() => {});
    },
  };
  const onError = vi.fn();
  const message = { to: '+2290197000001', sealed: seal('bonjour', TEST_SECRET), toAccountsOnly: false };
  const jobs = { add: async () => {}, addLater: async () => {} };
  const ctx = { jobs, db: null as never, clock: { now: () => new Date(0) }, sms, linkSecret: TEST_SECRET };
  const delivery = deliverSms(ctx, message, false).catch(onError);
  await called.promise;
  await vi.advanceTimersByTimeAsync(9_999);
  expect(onError).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await delivery;
  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('no response within 10000 ms'));
});

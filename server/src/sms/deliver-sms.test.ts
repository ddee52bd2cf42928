import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TEST_SECRET } from '../testing/test-app.ts';
import { deliverSms } from './deliver-sms.ts';
import { seal } from './seal.ts';

// The clock of timeouts alone: everything else goes on.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('an operator who never answers is given up after ten seconds', async () => {
  const asked = Promise.withResolvers<void>();
  const sms = {
    send: () => {
      asked.resolve();
      return new Promise<never>(() => {});
    },
  };
  const told = vi.fn();
  const message = { to: '+2290197000001', sealed: seal('bonjour', TEST_SECRET), toAccountsOnly: false };
  const delivery = deliverSms({ db: null as never, sms, linkSecret: TEST_SECRET }, message).catch(told);
  await asked.promise;
  await vi.advanceTimersByTimeAsync(9_999);
  expect(told).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await delivery;
  expect(told).toHaveBeenCalledExactlyOnceWith(new Error('no answer within 10000 ms'));
});

import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { expect, test, vi } from 'vitest';
import { fakeApi, refuse } from '../testing/fake-api.ts';
import { pollPayment } from './poll-payment.ts';

test('asks no more once its page was left', async () => {
  vi.useFakeTimers();
  const api = fakeApi();
  api.on(paymentEndpoints.readPayment, () => refuse('TOO_MANY_TRIES'));
  const left = new AbortController();
  const verdict = pollPayment('TX-1', left.signal);
  await vi.advanceTimersByTimeAsync(1_000);
  left.abort();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await verdict).toMatchObject({ is: 'pending' });
  expect(api.sent).toHaveLength(1);
});

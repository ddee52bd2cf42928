import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import type { Payment } from '@amasin/domain/payments/payment.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearStored } from '../lib/stored.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { portal } from '../testing/payments.ts';
import { showPage } from '../testing/show-page.tsx';
import { PaymentRun } from './PaymentRun.tsx';

const ORDER = '0198a000-0000-7000-8000-0000000000f1';
const PROMPT = 'Confirmez sur votre téléphone';

beforeEach(() => {
  clearStored();
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** A payment that the operator asks for on the telephone. */
async function open() {
  const api = fakeApi();
  api.on(paymentEndpoints.listPayments, () => ({ payments: [] }));
  api.on(paymentEndpoints.openPayment, () => ({
    transactionId: 'TX-1',
    amount: 4000,
    portal: { ...portal, mode: 'phone' as const, url: 'https://pay.test/1' },
  }));
  const answer = (status: Payment['status']) =>
    api.on(paymentEndpoints.readPayment, () => ({
      payment: {
        transactionId: 'TX-1',
        status,
        amount: 4000,
        orderId: status === 'paid' ? ORDER : null,
      },
    }));
  answer('pending');
  const paid: string[] = [];
  showPage(
    <PaymentRun
      personId="afi"
      purpose={ORDER}
      pending={{ orderId: ORDER }}
      complete={async () => ORDER}
      onPaid={({ orderId }) => paid.push(orderId)}
      onOpened={() => {}}
      onHeld={() => {}}
      onRefused={() => {}}
    />,
    '/tracking',
  );
  await screen.findByText(PROMPT);
  const asked = () => api.sent.filter(({ path }) => path.endsWith('/payments/TX-1')).length;
  return { answer, paid, asked };
}

test('a confirmation on the telephone is noticed without a press', async () => {
  const { answer, paid, asked } = await open();
  await waitFor(() => expect(asked()).toBe(1));
  await pass(3_000);
  expect(screen.getByText(PROMPT)).toBeDefined();
  answer('paid');
  await pass(4_500);
  await waitFor(() => expect(paid).toEqual([ORDER]));
});

test('a refusal on the telephone is said', async () => {
  const { answer, paid } = await open();
  answer('failed');
  await pass(3_000);
  await waitFor(() => expect(screen.queryByText(PROMPT)).toBeNull());
  expect(paid).toEqual([]);
});

test('back from the provider’s own page, which the browser’s cache restored, it is asked again', async () => {
  const { answer, paid, asked } = await open();
  await pass(150_000);
  const before = asked();
  answer('paid');
  act(() => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  });
  await waitFor(() => expect(paid).toEqual([ORDER]));
  expect(asked()).toBe(before + 1);
});

test('after two minutes it is asked again when the customer comes back from her operator’s application', async () => {
  const { answer, paid, asked } = await open();
  await pass(150_000);
  const before = asked();
  await pass(60_000);
  expect(asked()).toBe(before);
  expect(screen.getByText(PROMPT)).toBeDefined();
  answer('paid');
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await waitFor(() => expect(paid).toEqual([ORDER]));
});

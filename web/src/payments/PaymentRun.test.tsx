import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import type { Payment } from '@amasin/domain/payments/payment.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { clearStored } from '../lib/stored.ts';
import { fakeApi, networkError } from '../testing/fake-api.ts';
import { portal } from '../testing/payments.ts';
import type { PaymentRequest } from './api.ts';
import { PaymentRun } from './PaymentRun.tsx';
import type { Paid } from './use-payment.ts';

const ORDER = '0198a000-0000-7000-8000-0000000000f1';
const request: PaymentRequest = { orderId: ORDER };
const changed: PaymentRequest = { orderId: '0198a000-0000-7000-8000-0000000000f2' };

beforeEach(() => {
  clearStored();
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => vi.useRealTimers());

function setUp() {
  const api = fakeApi();
  let opened = 0;
  api.on(paymentEndpoints.openPayment, () => {
    opened++;
    return { transactionId: `TX-${opened}`, amount: 4000, portal };
  });
  const status = (value: Payment['status']) =>
    api.on(paymentEndpoints.readPayment, ({ path }) => ({
      payment: {
        transactionId: path.split('/').at(-1) ?? '',
        status: value,
        amount: 4000,
        orderId: value === 'paid' ? ORDER : null,
      },
    }));
  status('pending');
  const posted = () => api.sent.filter(({ method }) => method === 'POST');
  const keys = () => posted().map(({ headers }) => headers.get('idempotency-key'));
  const bodies = () => posted().map(({ body }) => body);
  const asked = () => api.sent.filter(({ path }) => path.startsWith('/api/payments/')).length;
  return { api, status, keys, bodies, asked };
}

/** A page with a payment; `complete` sends the order and resolves to its id. */
function show(wanted: PaymentRequest | null, complete = async () => ORDER) {
  const paid: Paid[] = [];
  const refused: unknown[] = [];
  function Screen() {
    const [asked, setAsked] = useState(wanted);
    return (
      <>
        <button type="button" onClick={() => setAsked({ ...request })}>
          Payer
        </button>
        <PaymentRun
          personId="afi"
          purpose="new"
          pending={asked}
          complete={complete}
          onPaid={(made) => paid.push(made)}
          onOpened={() => setAsked(null)}
          onHeld={() => {}}
          onRefused={(error) => {
            setAsked(null);
            refused.push(error);
          }}
        />
      </>
    );
  }
  const router = createMemoryRouter([{ path: '/order', element: <Screen /> }], {
    initialEntries: ['/order'],
  });
  const view = render(
    <MantineProvider>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { paid, refused, router, unmount: view.unmount };
}

const unconfirmed = async () => {
  throw new ApiError(402, 'PAYMENT_PENDING', 'Paiement non confirmé.');
};

const portalFrame = () => screen.findByTitle<HTMLIFrameElement>('Portail de paiement');

async function say(frame: HTMLIFrameElement, message: Partial<MessageEventInit> = {}) {
  const init = {
    data: { paymentStatus: 'success' },
    origin: window.location.origin,
    source: frame.contentWindow,
  };
  await act(async () => {
    window.dispatchEvent(new MessageEvent('message', { ...init, ...message }));
  });
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('opens the portal in a sandboxed frame', async () => {
  setUp();
  show(request);
  const frame = await portalFrame();
  expect(frame.getAttribute('sandbox')).toBe('allow-scripts allow-forms allow-same-origin allow-popups');
  expect(frame.height).toBe('600');
  expect(new URL(frame.src).searchParams.get('transactionId')).toBe('TX-1');
  expect(screen.getByRole('heading', { name: /Payer 4\s000\sF/ })).toBeDefined();
});

test('a success message of the portal sends the order; other messages are ignored', async () => {
  const { asked } = setUp();
  const complete = vi.fn(async () => ORDER);
  const { paid } = show(request, complete);
  const frame = await portalFrame();
  await say(frame, { source: window });
  await say(frame, { origin: 'https://evil.test' });
  await say(frame, { data: { paymentStatus: 'failed' } });
  expect(complete).not.toHaveBeenCalled();
  await say(frame);
  await waitFor(() => expect(paid).toHaveLength(1));
  expect(paid[0]).toMatchObject({ orderId: ORDER });
  expect(asked()).toBe(0);
});

test('polls at growing intervals until the provider confirms the success', async () => {
  const { status, asked } = setUp();
  const { paid } = show(request, unconfirmed);
  await say(await portalFrame());
  expect(await screen.findByText('Paiement en cours de vérification…')).toBeDefined();
  await pass(3000);
  expect(asked()).toBe(2);
  status('paid');
  await pass(4500);
  await waitFor(() => expect(paid).toHaveLength(1));
});

test('after two minutes, shows that nothing is lost, with a button to check again', async () => {
  const { status } = setUp();
  const { paid } = show(request, unconfirmed);
  await say(await portalFrame());
  await pass(150_000);
  expect(await screen.findByText(/rien n’est perdu/)).toBeDefined();
  status('paid');
  fireEvent.click(screen.getByRole('button', { name: 'Vérifier le paiement' }));
  await waitFor(() => expect(paid).toHaveLength(1));
});

test('without a network it does not say that the operator is silent', async () => {
  const { api } = setUp();
  show(request, unconfirmed);
  api.on(paymentEndpoints.readPayment, () => networkError);
  await say(await portalFrame());
  await pass(150_000);
  await screen.findByText(/^Pas de connexion\..*rien n’est perdu/);
  expect(screen.queryByText(/n’a pas encore répondu/)).toBeNull();
});

test('going back closes the dialog, and finds a payment that the portal did not report', async () => {
  const { status } = setUp();
  const { paid, router } = show(request);
  await portalFrame();
  await waitFor(() => expect(router.state.location.search).toBe('?paiement=1'));
  status('paid');
  await act(() => router.navigate(-1));
  await waitFor(() => expect(paid).toHaveLength(1));
});

test('closed without paying, shows a notice, and asks the server for the portal again', async () => {
  const { bodies } = setUp();
  const first = show(request);
  await portalFrame();
  fireEvent.click(await screen.findByRole('button', { name: 'Fermer' }));
  expect(await screen.findByText(/n’est pas confirmé/)).toBeDefined();
  first.unmount();
  show(request);
  await portalFrame();
  expect(bodies()).toEqual([request, request]);
});

test('shows a refused payment, and opens a new one when paying again', async () => {
  const { status, bodies } = setUp();
  const first = show(request);
  await portalFrame();
  status('failed');
  fireEvent.click(await screen.findByRole('button', { name: 'Fermer' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/n’a pas abouti/);
  first.unmount();
  show(request);
  const frame = await portalFrame();
  expect(new URL(frame.src).searchParams.get('transactionId')).toBe('TX-2');
  expect(bodies()).toHaveLength(2);
});

test('resumes a pending payment after a reload', async () => {
  const { status } = setUp();
  const first = show(request);
  await portalFrame();
  first.unmount();
  const { paid } = show(null);
  expect(await screen.findByText('Paiement en cours de vérification…')).toBeDefined();
  status('paid');
  await pass(3000);
  await waitFor(() => expect(paid).toHaveLength(1));
  expect(paid[0]?.payment).toMatchObject({ transactionId: 'TX-1', amount: 4000 });
});

test('opens no second payment when the first has arrived', async () => {
  const { status, bodies } = setUp();
  const first = show(request);
  await portalFrame();
  first.unmount();
  status('paid');
  const { paid } = show(changed);
  await waitFor(() => expect(paid).toHaveLength(1));
  expect(bodies()).toHaveLength(1);
});

test('a wrong amount is under review, and a message asks the customer not to pay again', async () => {
  const { status } = setUp();
  show(request);
  await portalFrame();
  status('review');
  fireEvent.click(await screen.findByRole('button', { name: 'Fermer' }));
  await screen.findByText(/ne payez pas une deuxième fois/);
});

test('reports a failed request to the page, and retries with another key', async () => {
  const { api, keys } = setUp();
  api.on(paymentEndpoints.openPayment, () => networkError);
  const { refused } = show(request);
  await waitFor(() => expect(refused).toHaveLength(1));
  expect(refused[0]).toMatchObject({ code: 'NETWORK' });
  api.on(paymentEndpoints.openPayment, () => ({ transactionId: 'TX-9', amount: 4000, portal }));
  fireEvent.click(screen.getByRole('button', { name: 'Payer' }));
  await portalFrame();
  expect(new Set(keys()).size).toBe(2);
});

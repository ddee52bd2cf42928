import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeApi } from '../testing/fake-api.ts';
import { holdClock } from '../testing/hold-clock.ts';
import { anOrder } from '../testing/orders.ts';
import { plain } from '../testing/plain.ts';
import { showPage } from '../testing/show-page.tsx';
import { CancelledNotice } from './CancelledNotice.tsx';
import { AskCancel } from './cancelling.tsx';
import { CancelRequest } from './supervision/CancelPaid.tsx';

const request = { reason: 'mistake', at: '2026-11-20T10:00:00.000Z', declined: null } as const;
const asked = (change: Partial<Order> = {}) => anOrder({ cancelRequest: request, ...change });

const posts = (api: ReturnType<typeof fakeApi>) => api.sent.filter(({ method }) => method === 'POST');

test('what a customer asks is held for 5 s, and can be taken back', async () => {
  holdClock();
  const api = fakeApi();
  showPage(<AskCancel order={anOrder({ allowedActions: ['ask-cancel'] })} />, '/tracking');
  fireEvent.click(await screen.findByRole('button', { name: 'Il y a une erreur dans ma commande' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Annuler' }));
  await screen.findByText('Demander l’annulation');
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(posts(api)).toEqual([]);
});

test.each([
  ['leaves the page', () => cleanup()],
  [
    'puts the telephone away',
    () => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      onTestFinished(() => void vi.restoreAllMocks());
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
    },
  ],
])('what is held is sent at once, and once, when the customer %s', async (_name, leave) => {
  const api = fakeApi();
  api.on(orderEndpoints.askCancel, () => ({ order: asked() }));
  showPage(<AskCancel order={anOrder({ allowedActions: ['ask-cancel'] })} />, '/tracking');
  fireEvent.click(await screen.findByRole('button', { name: 'Il y a une erreur dans ma commande' }));
  await screen.findByRole('button', { name: 'Annuler' });
  leave();
  await vi.waitFor(() => expect(posts(api)).toHaveLength(1));
});

test('a customer asks with a reason, and reads what was answered', async () => {
  const passHold = holdClock();
  const api = fakeApi();
  const order = anOrder({ allowedActions: ['ask-cancel'] });
  api.on(orderEndpoints.askCancel, () => ({ order: asked() }));
  showPage(<AskCancel order={order} />, '/tracking');
  fireEvent.click(await screen.findByRole('button', { name: 'Il y a une erreur dans ma commande' }));
  await passHold();
  await screen.findByText('Demande envoyée');
  expect(api.sent.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])).toEqual([
    [`/api/orders/${order._id}/cancel-request`, { reason: 'mistake' }],
  ]);
});

test.each([
  [asked(), 'Annulation demandée'],
  [asked({ cancelRequest: { ...request, declined: 'prepared' } }), 'La pharmacie l’a déjà préparée.'],
])('a customer reads where the request stands: %#', async (order, text) => {
  fakeApi();
  showPage(<AskCancel order={order} />, '/tracking');
  await screen.findByText(text);
  expect(screen.queryByText('Demander l’annulation')).toBeNull();
});

test('a supervisor accepts after a confirmation that says the amount', async () => {
  const api = fakeApi();
  const order = asked({ allowedActions: ['accept-cancel', 'decline-cancel'] });
  api.on(orderEndpoints.decideCancel, () => ({ order }));
  showPage(<CancelRequest order={order} />, '/supervisor-dashboard');
  fireEvent.click(await screen.findByRole('button', { name: 'Accepter' }));
  const dialog = await screen.findByRole('dialog', { name: 'Annuler et rembourser cette commande ?' });
  expect(plain(dialog.textContent)).toContain('CMD-000041 · Afi Dossou · 1 900 F à rembourser');
  fireEvent.click(screen.getByRole('button', { name: 'Rembourser' }));
  await screen.findByText('Décision enregistrée');
  expect(api.sent.find(({ method }) => method === 'POST')?.body).toEqual({ declined: null });
});

test.each([
  ['asked', 'Remboursement de 1 900 F en cours.'],
  ['failed', 'Remboursement de 1 900 F en cours.'],
  ['done', 'Remboursement de 1 900 F effectué.'],
] as const)('a cancelled order says its refund: %s', async (state, text) => {
  showPage(
    <CancelledNotice reason="customer" reader="customer" refund={{ amount: 1900, state }} />,
    '/tracking',
  );
  expect(plain((await screen.findByText(/Comme vous/)).textContent)).toContain(text);
});

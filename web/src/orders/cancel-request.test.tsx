import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi } from '../testing/fake-api.ts';
import { anOrder } from '../testing/orders.ts';
import { plain } from '../testing/plain.ts';
import { showPage } from '../testing/show-page.tsx';
import { CancelledNotice } from './CancelledNotice.tsx';
import { AskCancel } from './cancelling.tsx';
import { CancelRequest } from './supervision/CancelPaid.tsx';

const request = { reason: 'mistake', at: '2026-11-20T10:00:00.000Z', declined: null } as const;
const asked = (change: Partial<Order> = {}) => anOrder({ cancelRequest: request, ...change });

test('a customer asks with a reason, and reads what was answered', async () => {
  const api = fakeApi();
  const order = anOrder({ allowedActions: ['ask-cancel'] });
  api.on(orderEndpoints.askCancel, () => ({ order: asked() }));
  showPage(<AskCancel order={order} />, '/tracking');
  fireEvent.click(await screen.findByRole('button', { name: 'Il y a une erreur dans ma commande' }));
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

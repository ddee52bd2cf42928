import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { anOrder } from '../../testing/orders.ts';
import { plain } from '../../testing/plain.ts';
import { showPage } from '../../testing/show-page.tsx';
import { CancelledNotice } from '../CancelledNotice.tsx';
import { CancelPaid } from './CancelPaid.tsx';

const order = anOrder({ allowedActions: ['cancel-paid'] });
const sentTo = (api: ReturnType<typeof fakeApi>) =>
  api.sent.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

async function choose(reason: string) {
  fireEvent.click(await screen.findByText('Annuler et rembourser'));
  fireEvent.click(screen.getByRole('button', { name: reason }));
  return within(await screen.findByRole('dialog', { name: 'Annuler et rembourser cette commande ?' }));
}

test('a supervisor reads what goes back and to whom, and nothing is sent before it is confirmed', async () => {
  const api = fakeApi();
  api.on(orderEndpoints.cancelPaid, () => ({ order: anOrder({ state: 'cancelled' }) }));
  showPage(<CancelPaid order={order} />, '/supervisor-dashboard');
  const dialog = await choose('Médicament introuvable');
  expect(dialog.getByText('CMD-000041 · Médicament introuvable')).toBeDefined();
  const money = dialog.getByText(/à rendre à/);
  expect(plain(money.parentElement?.textContent ?? null)).toBe(
    '1 900 F à rendre à Afi Dossou (01 97 00 00 01), sur le compte qui a payé.',
  );
  expect(sentTo(api)).toEqual([]);
  fireEvent.change(dialog.getByLabelText('Précision (facultatif)'), { target: { value: ' Trois appels ' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Rembourser' }));
  await screen.findByText('Commande annulée');
  expect(sentTo(api)).toEqual([
    [`/api/orders/${order._id}/cancellation`, { reason: 'unavailable', note: 'Trois appels' }],
  ]);
});

test('« La garder » sends nothing, and another reason may be chosen', async () => {
  const api = fakeApi();
  api.on(orderEndpoints.cancelPaid, () => ({ order: anOrder({ state: 'cancelled' }) }));
  showPage(<CancelPaid order={order} />, '/supervisor-dashboard');
  fireEvent.click((await choose('Médicament introuvable')).getByRole('button', { name: 'La garder' }));
  expect(sentTo(api)).toEqual([]);
  const dialog = await choose('Client injoignable');
  fireEvent.click(await dialog.findByRole('button', { name: 'Rembourser' }));
  await screen.findByText('Commande annulée');
  expect(sentTo(api).map(([, body]) => body)).toEqual([{ reason: 'unreachable', note: null }]);
});

test('a request of the customer that came first is said', async () => {
  const api = fakeApi();
  api.on(orderEndpoints.cancelPaid, () => refuse('CANCEL_ASKED'));
  showPage(<CancelPaid order={order} />, '/supervisor-dashboard');
  const dialog = await choose('Commande en double');
  fireEvent.click(dialog.getByRole('button', { name: 'Rembourser' }));
  await screen.findByText('Le client demande l’annulation de cette commande : répondez d’abord à sa demande');
});

test('the cancelled order says the refund and what was noted', async () => {
  const refund = { amount: 1900, state: 'asked' } as const;
  showPage(
    <CancelledNotice reason="unavailable" reader="supervisor" refund={refund} note="Trois appels" />,
    '/supervisor-dashboard',
  );
  await screen.findByText('Annulée : médicament introuvable');
  expect(screen.getByText('Pour l’équipe : Trois appels')).toBeDefined();
  expect(plain(screen.getByText(/Remboursement/).textContent)).toBe('Remboursement de 1 900 F en cours.');
});

test('the cancelled order says who noted that the money was paid back, and how', async () => {
  const refund = { amount: 1900, state: 'done', settled: { by: 'Awa Dossou', note: 'En espèces' } } as const;
  showPage(<CancelledNotice reason="unavailable" reader="supervisor" refund={refund} />, '/');
  await screen.findByText('Noté par Awa Dossou : En espèces');
});

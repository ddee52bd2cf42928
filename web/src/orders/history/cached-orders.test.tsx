import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { cleanup, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { readStored } from '../../lib/storage/storage.ts';
import { type Session, SessionContext } from '../../session/session-context.ts';
import { fakeApi, networkError } from '../../testing/fake-api.ts';
import { aListOf, anOrder } from '../../testing/orders.ts';
import { aUser } from '../../testing/people.ts';
import { showPage } from '../../testing/show-page.tsx';
import { RecentOrders } from './RecentOrders.tsx';

function show(personId: string, url = '/dashboard') {
  const session = { user: aUser({ _id: personId }), status: 'signedIn' } as Session;
  return showPage(
    <SessionContext value={session}>
      <RecentOrders empty={<p>Aucune commande</p>} />
    </SessionContext>,
    url,
  );
}

const order = anOrder({ number: 'CMD-000123' });
const cachedList = () => screen.findByRole('list', { name: 'Commandes vues la dernière fois' });

test('while requests fail, shows the stored orders with their date, and none to another user', async () => {
  const api = fakeApi();
  api.on(orderEndpoints.listOrders, () => aListOf(order));
  show('afi');
  await screen.findByRole('list', { name: 'Dernières commandes' });
  cleanup();

  api.on(orderEndpoints.listOrders, () => networkError);
  show('afi');
  expect(within(await cachedList()).getByRole('link', { name: 'CMD-000123' })).toBeTruthy();
  expect(screen.getByText(/Commandes vues/).textContent).toContain('Mise à jour');
  cleanup();

  show('koffi');
  expect(screen.queryByRole('link', { name: 'CMD-000123' })).toBeNull();
});

test('shows « Hors connexion » when the device is offline', async () => {
  const api = fakeApi();
  api.on(orderEndpoints.listOrders, () => aListOf(order));
  show('afi');
  await screen.findByRole('list', { name: 'Dernières commandes' });
  cleanup();
  vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
  show('afi');
  await cachedList();
  expect(screen.getByText(/Commandes vues/).textContent).toContain('Hors connexion');
});

test('stores neither medicines nor names', async () => {
  fakeApi().on(orderEndpoints.listOrders, () => aListOf(order));
  show('afi');
  await screen.findByRole('list', { name: 'Dernières commandes' });
  const stored = readStored('afi', 'seen-orders') as { orders: object[] };
  expect(Object.keys(stored.orders[0] ?? {}).sort()).toEqual([
    '_id',
    'allowedActions',
    'date',
    'itemsCount',
    'number',
    'state',
    'totalAmount',
  ]);
});

test('a filtered list is neither stored nor replaced by the stored one', async () => {
  const api = fakeApi();
  api.on(orderEndpoints.listOrders, () => aListOf(order));
  show('afi', '/dashboard?q=123');
  await screen.findByRole('list', { name: 'Dernières commandes' });
  expect(readStored('afi', 'seen-orders')).toBeNull();
});

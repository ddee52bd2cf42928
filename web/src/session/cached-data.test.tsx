import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { writeToken } from '../lib/session-token.ts';
import { readStored, store } from '../lib/stored.ts';
import { fakeApi, refuse } from '../testing/fake-api.ts';
import { aUser } from '../testing/people.ts';
import { heading, open } from './session.fixture.tsx';

beforeEach(() => writeToken(null));

test('a cached customer sees their pages before the server responds, and without a response', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => ({ user: aUser() }));
  writeToken('good-token');
  const first = open('/order');
  await heading('Commande de Afi Dossou');
  first.dispose();
  cleanup();
  api.on(sessionEndpoints.me, () => refuse('UNAVAILABLE'));
  open('/order');
  await heading('Commande de Afi Dossou');
});

test('a cached user of another token, too old, or of another type is ignored', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => refuse('UNAVAILABLE'));
  store('session', 'seen-user', { mark: 'er-token', at: Date.now(), user: aUser() });
  writeToken('the-first-token');
  open('/order');
  await screen.findByRole('button', { name: 'Réessayer' });
  cleanup();
  store('session', 'seen-user', { mark: 'st-token', at: Date.now() - 31 * 24 * 3600_000, user: aUser() });
  open('/order');
  await screen.findByRole('button', { name: 'Réessayer' });
  cleanup();
  store('session', 'seen-user', {
    mark: 'st-token',
    at: Date.now(),
    user: aUser({ type: 'supervisor' }),
  });
  open('/order');
  await screen.findByRole('button', { name: 'Réessayer' });
});

test('an expired session removes cached data and what is about health, and keeps basket and work (rule 41)', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => refuse('UNAUTHENTICATED'));
  store('session', 'seen-user', { mark: 'ad-token', at: Date.now(), user: aUser() });
  store(aUser()._id, 'seen-orders', { orders: [] });
  const { _id } = aUser();
  const stays = ['order-draft', 'payment:new', 'work-moves', 'means', 'push', 'pharmacies'];
  const goes = [
    'order-file',
    'waiting-orders',
    'written:01',
    'ticks-01',
    // A name that nobody has thought of goes too.
    'anything-new',
    'replaced-drafts',
    'unsent-messages',
    'message-01',
    'new-consultation',
    'new-consultation-attempt',
    'prescription-attempt',
    'prescription:new',
    'medicine-search',
  ];
  for (const name of [...stays, ...goes]) store(_id, name, { name });
  writeToken('dead-token');
  open('/order');
  await heading('Connexion');
  expect(readStored('session', 'seen-user')).toBeNull();
  expect(readStored(aUser()._id, 'seen-orders')).toBeNull();
  expect(stays.filter((name) => readStored(_id, name) === null)).toEqual([]);
  expect(goes.filter((name) => readStored(_id, name) !== null)).toEqual([]);
});

test('of a basket and its payment, what opens a prescription goes with an expired session (rule 41)', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => refuse('UNAUTHENTICATED'));
  const { _id } = aUser();
  const lines = [{ label: 'Paracétamol' }];
  store(_id, 'order-draft', {
    lines,
    code: 'ORD-12345678',
    leftOut: ['01'],
    fileKey: 'prescription/photo.jpg',
  });
  store(_id, 'payment:new', {
    transactionId: 'TX-1',
    order: { prescription: { type: 'numerical', prescriptionNumber: 'ORD-12345678' } },
  });
  store(_id, 'payment:01', {
    transactionId: 'TX-2',
    order: { prescription: { type: 'physical', url: 'prescription/photo.jpg' } },
  });
  writeToken('dead-token');
  open('/order');
  await heading('Connexion');
  expect(readStored(_id, 'order-draft')).toEqual({ lines });
  expect(JSON.stringify(window.localStorage)).not.toMatch(/ORD-|photo/);
});

test('changing one’s own details keeps the cached data', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => ({ user: aUser({ address: 'Cadjèhoun' }) }));
  api.on(statsEndpoints.readDashboardStats, () => ({
    totalOrders: 7,
    pendingOrders: 0,
    deliveredOrders: 7,
    totalSpent: 0,
  }));
  writeToken('good');
  open('/order');
  await screen.findByText('7 commandes');
  fireEvent.click(screen.getByRole('button', { name: 'Se marier' }));
  await heading('Commande de Afi Sossa');
  expect(screen.getByText('7 commandes')).toBeTruthy();
  expect(api.sent.filter(({ path }) => path !== '/api/auth/me')).toHaveLength(1);
});

test('the data of one person is not shown to the next', async () => {
  const api = fakeApi();
  const stats = { totalOrders: 7, pendingOrders: 0, deliveredOrders: 0, totalSpent: 0 };
  api.on(statsEndpoints.readDashboardStats, () => stats);
  api.on(sessionEndpoints.me, ({ headers }) =>
    headers.get('authorization') === 'Bearer first'
      ? { user: aUser({ name: 'Bio Sabi', phone: '+2290197000009' }) }
      : { user: aUser() },
  );
  writeToken('first');
  open('/order');
  await screen.findByText('7 commandes');
  writeToken('second');
  await heading('Commande de Afi Dossou');
  expect(screen.getByText('rien de lu')).toBeTruthy();
});

test('a cached customer never sees the data of the previous person, even without a response', async () => {
  const api = fakeApi();
  api.on(statsEndpoints.readDashboardStats, () => ({
    totalOrders: 7,
    pendingOrders: 0,
    deliveredOrders: 7,
    totalSpent: 0,
  }));
  const silent = new Promise<never>(() => {});
  api.on(sessionEndpoints.me, ({ headers }) =>
    headers.get('authorization') === 'Bearer the-first'
      ? { user: aUser({ name: 'Bio Sabi', phone: '+2290197000009' }) }
      : silent,
  );
  writeToken('the-first');
  open('/order');
  await screen.findByText('7 commandes');
  store('session', 'seen-user', { mark: 'e-second', at: Date.now(), user: aUser() });
  writeToken('the-second');
  await heading('Commande de Afi Dossou');
  expect(screen.getByText('rien de lu')).toBeTruthy();
});

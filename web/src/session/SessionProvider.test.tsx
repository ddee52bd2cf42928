import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { call } from '../lib/api/call.ts';
import { createQueryClient } from '../lib/api/query-client.ts';
import { readToken, writeToken } from '../lib/api/token.ts';
import { keep, readKept } from '../lib/kept/kept.ts';
import Toasts from '../lib/toast/Toasts.tsx';
import { fakeApi, refuse } from '../testing/fake-api.ts';
import { aUser } from '../testing/people.ts';
import RequireAccess from './RequireAccess.tsx';
import { SessionProvider } from './SessionProvider.tsx';
import { useSession } from './session-context.ts';

function Order() {
  const { user, signOut, updateUser } = useSession();
  const stats = useQuery({
    queryKey: ['stats'],
    queryFn: () => call(statsEndpoints.readDashboardStats),
    enabled: user?.phone === '+2290197000009' || user?.address === 'Cadjèhoun',
    retry: false,
  });
  return (
    <>
      <p>
        {stats.data && 'totalOrders' in stats.data ? `${stats.data.totalOrders} commandes` : 'rien de lu'}
      </p>
      <h1>Commande de {user?.name}</h1>
      <button type="button" onClick={() => void signOut()}>
        Partir
      </button>
      <button type="button" onClick={() => user && updateUser({ ...user, name: 'Afi Sossa' })}>
        Se marier
      </button>
    </>
  );
}

/** @param comes when the code of the home page is there */
function open(path: string, comes: Promise<null> = Promise.resolve(null)) {
  const root = (
    <MantineProvider>
      <QueryClientProvider client={createQueryClient()}>
        <SessionProvider>
          <Outlet />
          <Toasts />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
  const router = createMemoryRouter(
    [
      {
        element: root,
        children: [
          { path: '/', loader: () => comes, element: <h1>Accueil</h1> },
          { path: '/login', element: <h1>Connexion</h1> },
          { element: <RequireAccess />, children: [{ path: '/order', element: <Order /> }] },
        ],
      },
    ],
    { initialEntries: [path] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

const heading = (name: string) => screen.findByRole('heading', { name });

beforeEach(() => {
  notifications.clean();
  writeToken(null);
});

test('a visitor of a protected page goes to the log-in page', async () => {
  fakeApi();
  const router = open('/order');
  await heading('Connexion');
  expect(router.state.location.pathname).toBe('/login');
});

test('a stored token opens the page once the server has said whose it is', async () => {
  const api = fakeApi();
  let say = () => {};
  const asked = new Promise<void>((resolve) => {
    say = resolve;
  });
  api.on(sessionEndpoints.me, async () => {
    await asked;
    return { user: aUser() };
  });
  writeToken('good');
  open('/order');
  await screen.findByRole('status', { name: 'Chargement…' });
  say();
  await heading('Commande de Afi Dossou');
  expect(api.sent[0]?.headers.get('authorization')).toBe('Bearer good');
});

test('a dead token is dropped without a word', async () => {
  fakeApi().on(sessionEndpoints.me, () => refuse('UNAUTHENTICATED'));
  writeToken('dead');
  open('/order');
  await heading('Connexion');
  expect(readToken()).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a customer seen on this device is shown their pages before the server answers, and without it', async () => {
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

test('what was seen under another token, or of a professional, opens nothing', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => refuse('UNAVAILABLE'));
  keep('session', 'seen-customer', { mark: 'er-token', at: Date.now(), user: aUser() });
  writeToken('the-first-token');
  open('/order');
  await screen.findByRole('button', { name: 'Réessayer' });
  cleanup();
  keep('session', 'seen-customer', { mark: 'st-token', at: Date.now() - 31 * 24 * 3600_000, user: aUser() });
  open('/order');
  await screen.findByRole('button', { name: 'Réessayer' });
  cleanup();
  keep('session', 'seen-customer', { mark: 'st-token', at: Date.now(), user: aUser({ type: 'supervisor' }) });
  open('/order');
  await screen.findByRole('button', { name: 'Réessayer' });
});

test('a session found dead forgets what was seen in it, and keeps what was being written', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => refuse('UNAUTHENTICATED'));
  keep('session', 'seen-customer', { mark: 'ad-token', at: Date.now(), user: aUser() });
  keep(aUser()._id, 'seen-orders', { orders: [] });
  keep(aUser()._id, 'order-draft', { lines: [] });
  writeToken('dead-token');
  open('/order');
  await heading('Connexion');
  expect(readKept('session', 'seen-customer')).toBeNull();
  expect(readKept(aUser()._id, 'seen-orders')).toBeNull();
  expect(readKept(aUser()._id, 'order-draft')).toEqual({ lines: [] });
});

test('our outage keeps the session, says so, and ends', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => refuse('UNAVAILABLE'));
  writeToken('good');
  open('/order');
  const again = await screen.findByRole('button', { name: 'Réessayer' });
  expect(screen.getByRole('alert').textContent).toContain('Service momentanément indisponible');
  expect(readToken()).toBe('good');
  api.on(sessionEndpoints.me, () => ({ user: aUser() }));
  fireEvent.click(again);
  await heading('Commande de Afi Dossou');
});

test('a 401 on a later call ends the session and says so', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => ({ user: aUser() }));
  api.on(statsEndpoints.readDashboardStats, () => refuse('UNAUTHENTICATED'));
  writeToken('good');
  open('/order');
  await heading('Commande de Afi Dossou');
  await call(statsEndpoints.readDashboardStats).catch(() => null);
  await heading('Connexion');
  await screen.findByText('Session expirée, veuillez vous reconnecter');
  expect(readToken()).toBeNull();
});

test('a late 401 of an earlier session does not end the present one', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => ({ user: aUser() }));
  let refuseNow = () => {};
  api.on(
    statsEndpoints.readDashboardStats,
    () =>
      new Promise((resolve) => {
        refuseNow = () => resolve(refuse('UNAUTHENTICATED'));
      }),
  );
  writeToken('first');
  open('/order');
  await heading('Commande de Afi Dossou');
  const late = call(statsEndpoints.readDashboardStats).catch(() => null);
  writeToken('second');
  refuseNow();
  await late;
  await heading('Commande de Afi Dossou');
  expect(readToken()).toBe('second');
});

test('an inactive account sees that it is disabled, and can leave', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => ({ user: aUser({ active: false }) }));
  api.on(sessionEndpoints.logout, () => null);
  writeToken('good');
  open('/order');
  await heading('Compte désactivé');
  expect(screen.getByText("Votre compte a été désactivé. Contactez l'administrateur.")).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Déconnexion' }));
  await heading('Accueil');
});

test('an account disabled meanwhile sees it at its next call', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => ({ user: aUser() }));
  api.on(statsEndpoints.readDashboardStats, () => refuse('ACCOUNT_DISABLED'));
  writeToken('good');
  open('/order');
  await heading('Commande de Afi Dossou');
  await call(statsEndpoints.readDashboardStats).catch(() => null);
  await heading('Compte désactivé');
  expect(readToken()).toBe('good');
});

test('another type goes home', async () => {
  fakeApi().on(sessionEndpoints.me, () => ({ user: aUser({ type: 'pharmacy' }) }));
  writeToken('good');
  open('/order');
  await heading('Accueil');
});

test('signing out goes home, forgets the token and revokes it', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => ({ user: aUser() }));
  api.on(sessionEndpoints.logout, () => null);
  writeToken('good');
  keep(aUser()._id, 'order-draft', { lines: [] });
  const router = open('/order');
  fireEvent.click(await screen.findByRole('button', { name: 'Partir' }));
  await heading('Accueil');
  await screen.findByText('Déconnexion réussie');
  expect(router.state.location.pathname).toBe('/');
  expect(readToken()).toBeNull();
  expect(readKept(aUser()._id, 'order-draft')).toBeNull();
  const revoked = api.sent.find(({ path }) => path === '/api/auth/logout');
  expect(revoked?.headers.get('authorization')).toBe('Bearer good');
});

test('signing out forgets at once, however long the line takes to lead home', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => ({ user: aUser() }));
  api.on(sessionEndpoints.logout, () => null);
  writeToken('good');
  keep(aUser()._id, 'order-draft', { lines: [] });
  let letCome = () => {};
  const coming = new Promise<null>((resolve) => {
    letCome = () => resolve(null);
  });
  const router = open('/order', coming);
  fireEvent.click(await screen.findByRole('button', { name: 'Partir' }));
  expect(readToken()).toBeNull();
  expect(readKept(aUser()._id, 'order-draft')).toBeNull();
  await waitFor(() => expect(screen.queryByText(/Commande de/)).toBeNull());
  await screen.findByRole('status', { name: 'Chargement…' });
  letCome();
  await heading('Accueil');
  expect(router.state.location.pathname).toBe('/');
  expect(screen.getAllByText('Déconnexion réussie')).toHaveLength(1);
});

test('who changes their own details keeps what was read', async () => {
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

test('signing out in another tab signs out here', async () => {
  fakeApi().on(sessionEndpoints.me, () => ({ user: aUser() }));
  writeToken('good');
  open('/order');
  await heading('Commande de Afi Dossou');
  window.localStorage.removeItem('token');
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }));
  await heading('Connexion');
  await waitFor(() => expect(readToken()).toBeNull());
});

test('what one person read is not shown to the next', async () => {
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

test('another person known to this device is never shown what the one before them read, even without an answer', async () => {
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
  keep('session', 'seen-customer', { mark: 'e-second', at: Date.now(), user: aUser() });
  writeToken('the-second');
  await heading('Commande de Afi Dossou');
  expect(screen.getByText('rien de lu')).toBeTruthy();
});

import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { call } from '../lib/call.ts';
import { readToken, writeToken } from '../lib/session-token.ts';
import { readStored, store } from '../lib/stored.ts';
import { toast } from '../lib/toast.tsx';
import { challenge } from '../testing/challenge.ts';
import { fakeApi, refuse } from '../testing/fake-api.ts';
import { aUser } from '../testing/people.ts';
import { noteStaff } from './SessionProvider.tsx';
import { heading, open } from './session.fixture.tsx';

beforeEach(() => {
  notifications.clean();
  noteStaff(false);
  writeToken(null);
});

test('redirects a visitor of a protected page to the sign-in page, with the URL to return to', async () => {
  fakeApi();
  const router = open('/order?code=ORD-12345678');
  await heading('Connexion');
  expect(router.state.location).toMatchObject({
    pathname: '/login',
    search: '',
    state: { from: '/order?code=ORD-12345678' },
  });
});

test('opens the page once the server has confirmed the stored token', async () => {
  const api = fakeApi();
  let confirm = () => {};
  const requested = new Promise<void>((resolve) => {
    confirm = resolve;
  });
  api.on(sessionEndpoints.me, async () => {
    await requested;
    return { user: aUser() };
  });
  writeToken('good');
  open('/order');
  await screen.findByRole('status', { name: 'Chargement…' });
  confirm();
  await heading('Commande de Afi Dossou');
  expect(api.sent[0]?.headers.get('authorization')).toBe('Bearer good');
});

test('drops an invalid stored token without a message', async () => {
  fakeApi().on(sessionEndpoints.me, () => refuse('UNAUTHENTICATED'));
  writeToken('dead');
  open('/order');
  await heading('Connexion');
  expect(readToken()).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('keeps the session during an outage, and recovers from it', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => refuse('UNAVAILABLE'));
  writeToken('good');
  open('/order');
  const retryButton = await screen.findByRole('button', { name: 'Réessayer' });
  expect(screen.getByRole('alert').textContent).toContain('Service momentanément indisponible');
  expect(readToken()).toBe('good');
  api.on(sessionEndpoints.me, () => ({ user: aUser() }));
  fireEvent.click(retryButton);
  await heading('Commande de Afi Dossou');
});

test('a 401 on a later call ends the session with a message', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => ({ user: aUser() }));
  api.on(statsEndpoints.readDashboardStats, () => refuse('UNAUTHENTICATED'));
  writeToken('good');
  const router = open('/order?code=ORD-12345678');
  await heading('Commande de Afi Dossou');
  await call(statsEndpoints.readDashboardStats).catch(() => null);
  await heading('Connexion');
  // On the page, not in a toast: they may come back much later (rule 41).
  expect(router.state.location.state).toEqual({
    from: '/order?code=ORD-12345678',
    ended: 'Session expirée, veuillez vous reconnecter',
  });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(readToken()).toBeNull();
});

test('a session that idleness ended leads to the sign-in page of staff, which says so', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => ({ user: aUser() }));
  api.on(statsEndpoints.readDashboardStats, () =>
    refuse('SESSION_IDLE', undefined, undefined, { minutes: '30' }),
  );
  writeToken('good');
  const router = open('/order?code=ORD-12345678');
  await heading('Commande de Afi Dossou');
  await call(statsEndpoints.readDashboardStats).catch(() => null);
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin'));
  expect(router.state.location.state).toEqual({
    from: '/order?code=ORD-12345678',
    ended: 'Votre session a été fermée après 30 minutes sans activité. Reconnectez-vous pour reprendre.',
  });
  expect(readToken()).toBeNull();
});

const ENDED =
  'Votre session est terminée : elle a expiré ou a été fermée ailleurs. Reconnectez-vous pour reprendre.';
const staffMember = aUser({ type: 'deliveryPerson' });

test('a session of staff that ended in another way leads to their sign-in page too, which says so (rule 41)', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => ({ user: staffMember }));
  api.on(statsEndpoints.readDashboardStats, () => refuse('UNAUTHENTICATED'));
  writeToken('good');
  const router = open('/profile?x=1');
  await heading('Profil');
  await call(statsEndpoints.readDashboardStats).catch(() => null);
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin'));
  expect(router.state.location.state).toEqual({ from: '/profile?x=1', ended: ENDED });
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['after a reload', () => writeToken('dead'), () => {}],
  [
    'in another tab',
    () => writeToken('good'),
    () => {
      window.localStorage.removeItem('token');
      window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }));
    },
  ],
] as const)('a session of staff that ended leads there %s', async (_, before, after) => {
  noteStaff(true);
  before();
  fakeApi().on(sessionEndpoints.me, () =>
    readToken() === 'dead' ? refuse('UNAUTHENTICATED') : { user: staffMember },
  );
  const router = open('/profile');
  if (readToken() === 'good') await heading('Profil');
  after();
  await heading('Espace professionnel');
  expect(router.state.location.state).toEqual({ from: '/profile', ended: ENDED });
});

test('staff who signed out are not known any more', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => ({ user: staffMember }));
  api.on(sessionEndpoints.logout, () => null);
  writeToken('good');
  const router = open('/profile');
  fireEvent.click(await screen.findByRole('button', { name: 'Partir' }));
  await heading('Accueil');
  await router.navigate('/profile');
  await heading('Connexion');
});

test('a call that needs the second step leads to its page', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => ({ user: aUser({ type: 'superAdmin' }) }));
  api.on(statsEndpoints.readDashboardStats, () => refuse('SECOND_FACTOR_REQUIRED'));
  writeToken('good');
  open('/profile');
  await heading('Profil');
  await call(statsEndpoints.readDashboardStats).catch(() => null);
  await heading('Protégez votre compte');
});

test('a call that needs a proof of the phone asks for a code, and proves it', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => ({ user: aUser({ phone: '+2290197000001' }) }));
  api.on(statsEndpoints.readDashboardStats, () => refuse('PHONE_PROOF_REQUIRED'));
  api.on(sessionEndpoints.captcha, () => ({ challenge }));
  const resendIn = 60;
  api.on(sessionEndpoints.requestOtp, () => ({
    success: true as const,
    request: 'asked',
    expiresIn: 600,
    resendIn,
  }));
  api.on(sessionEndpoints.verifyOtp, () => ({ success: true as const, resetToken: 'jeton' }));
  api.on(sessionEndpoints.provePhone, () => null);
  writeToken('good');
  open('/order');
  await heading('Commande de Afi Dossou');
  await call(statsEndpoints.readDashboardStats).catch(() => null);
  fireEvent.click(await screen.findByRole('button', { name: 'Envoyer OTP' }));
  fireEvent.change(await screen.findByLabelText(/Code reçu par SMS/), { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Vérifier le code' }));
  await screen.findByText('Numéro confirmé : vous pouvez envoyer');
  expect(api.sent.find(({ path }) => path === '/api/auth/phone')?.body).toEqual({ resetToken: 'jeton' });
});

test('a full storage keeps the person signed in for the visit, and says so once', async () => {
  const api = fakeApi();
  writeToken(null);
  const router = open('/sign-in');
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  api.on(sessionEndpoints.me, () => ({ user: aUser() }));
  fireEvent.click(await screen.findByRole('button', { name: 'Entrer' }));
  await router.navigate('/order');
  await heading('Commande de Afi Dossou');
  expect(screen.getAllByText(/ne peut rien enregistrer/)).toHaveLength(1);
  expect(readToken()).toBe('good');
  setItem.mockRestore();
});

test('a late 401 of an earlier session does not end the current one', async () => {
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

test('shows that an inactive account is disabled, and lets the user sign out', async () => {
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

test('after the next call, shows that the account was disabled meanwhile', async () => {
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

test('redirects a user of another type to the home page', async () => {
  fakeApi().on(sessionEndpoints.me, () => ({ user: aUser({ type: 'pharmacy' }) }));
  writeToken('good');
  open('/order');
  await heading('Accueil');
});

test('signing out opens the home page, removes the token and revokes it', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => ({ user: aUser() }));
  api.on(sessionEndpoints.logout, () => null);
  writeToken('good');
  store(aUser()._id, 'order-draft', { lines: [] });
  const router = open('/order');
  fireEvent.click(await screen.findByRole('button', { name: 'Partir' }));
  await heading('Accueil');
  await screen.findByText('Déconnexion réussie');
  expect(router.state.location.pathname).toBe('/');
  expect(readToken()).toBeNull();
  expect(readStored(aUser()._id, 'order-draft')).toBeNull();
  const revoked = api.sent.find(({ path }) => path === '/api/auth/logout');
  expect(revoked?.headers.get('authorization')).toBe('Bearer good');
});

test('what was said to the person who leaves goes with them', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => ({ user: aUser() }));
  api.on(sessionEndpoints.logout, () => null);
  writeToken('good');
  open('/order');
  const leaving = await screen.findByRole('button', { name: 'Partir' });
  toast.error('Mot de passe actuel incorrect');
  await screen.findByText('Mot de passe actuel incorrect');
  fireEvent.click(leaving);
  await screen.findByText('Déconnexion réussie');
  // It would go after 4 s in any case.
  await waitFor(() => expect(screen.queryByText('Mot de passe actuel incorrect')).toBeNull(), {
    timeout: 2_000,
  });
});

test('signing out removes the session at once, before home is loaded', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => ({ user: aUser() }));
  api.on(sessionEndpoints.logout, () => null);
  writeToken('good');
  store(aUser()._id, 'order-draft', { lines: [] });
  let release = () => {};
  const homeLoaded = new Promise<null>((resolve) => {
    release = () => resolve(null);
  });
  const router = open('/order', homeLoaded);
  fireEvent.click(await screen.findByRole('button', { name: 'Partir' }));
  expect(readToken()).toBeNull();
  expect(readStored(aUser()._id, 'order-draft')).toBeNull();
  await waitFor(() => expect(screen.queryByText(/Commande de/)).toBeNull());
  await screen.findByRole('status', { name: 'Chargement…' });
  release();
  await heading('Accueil');
  expect(router.state.location.pathname).toBe('/');
  expect(screen.getAllByText('Déconnexion réussie')).toHaveLength(1);
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

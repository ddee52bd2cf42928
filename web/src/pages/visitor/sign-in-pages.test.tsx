import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { rememberPassword } from '../../session/entrance-state.ts';
import { SessionContext } from '../../session/session-context.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { aUser } from '../../testing/people.ts';
import { showPage } from '../../testing/show-page.tsx';
import AdminLogin from './admin.tsx';
import Login from './login.tsx';
import Register from './register.tsx';
import RegisterPartner from './register-partner.tsx';
import RegisterPharmacy from './register-pharmacy.tsx';
import { visitor } from './visitor.fixture.ts';

function show(page: ReactNode, state?: object) {
  fakeApi();
  return showPage(<SessionContext value={visitor}>{page}</SessionContext>, '/login', state);
}
const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

test('the customers’ sign-in page links to sign-up, password recovery and the partners’ sign-in page', async () => {
  show(<Login />);
  await screen.findByLabelText('Numéro de téléphone');
  expect(links()).toEqual(expect.arrayContaining(['/register', '/forgot-password', '/admin']));
});

test('the link to the partners’ sign-in page passes on the URL to return to', async () => {
  const state = { from: '/doctor-dashboard?tab=consultations' };
  const router = show(<Login />, state);
  fireEvent.click(await screen.findByRole('link', { name: /^Professionnel de santé/ }));
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/admin', state }));
});

test('the partners’ sign-in page says that idleness has ended the session', async () => {
  show(<AdminLogin />, { from: '/supervisor-dashboard', ended: 'Votre session a été fermée' });
  await screen.findByText('Votre session a été fermée');
});

const from = '/order?pharmacie=1';
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(input(label), { target: { value } });

test('the number typed to sign in and the URL to return to are passed on to sign-up, and back', async () => {
  const router = show(<Login />, { from });
  type('Numéro de téléphone', '0197000001');
  fireEvent.click(screen.getByRole('link', { name: 'Créer un compte' }));
  const state = { from, phone: '0197000001' };
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/register', state }));
  cleanup();

  const signUp = show(<Register />, state);
  await waitFor(() => expect(input('Numéro de téléphone').value).toBe('0197000001'));
  type('Numéro de téléphone', '0197000002');
  fireEvent.click(screen.getByRole('link', { name: 'Se connecter' }));
  await waitFor(() =>
    expect(signUp.state.location).toMatchObject({
      pathname: '/login',
      state: { from, phone: '0197000002' },
    }),
  );
});

test('after signing up, one tap signs in: number and password are filled in, once, and the password is not stored', async () => {
  const signUp = show(<Register />, { from });
  fakeApi().on(sessionEndpoints.register, () => ({ success: true as const, user: aUser() }));
  type('Nom complet', 'Afi Dossou');
  type('Numéro de téléphone', '0197000001');
  type('Mot de passe', 'secret-1');
  type('Confirmer le mot de passe', 'secret-1');
  fireEvent.click(screen.getByRole('button', { name: 'S’inscrire' }));
  const state = { from, phone: '0197000001' };
  await waitFor(() => expect(signUp.state.location).toMatchObject({ pathname: '/login', state }));
  expect(JSON.stringify([window.history.state, { ...localStorage }, { ...sessionStorage }])).not.toContain(
    'secret-1',
  );
  cleanup();

  show(<Login />, state);
  const api = fakeApi();
  api.on(sessionEndpoints.login, () => ({
    success: true as const,
    token: 'token',
    device: 'mark',
    user: aUser(),
  }));
  await waitFor(() => expect(input('Mot de passe').value).toBe('secret-1'));
  fireEvent.click(screen.getByRole('button', { name: 'Se connecter' }));
  await waitFor(() => expect(api.sent[0]?.body).toEqual({ identifier: '0197000001', password: 'secret-1' }));
  cleanup();

  show(<Login />, state);
  await waitFor(() => expect(input('Numéro de téléphone').value).toBe('0197000001'));
  expect(input('Mot de passe').value).toBe('');
});

test('the password of a new account is not filled in for another number', async () => {
  rememberPassword('0197000001', 'secret-1');
  show(<Login />, { phone: '0197000002' });
  await waitFor(() => expect(input('Numéro de téléphone').value).toBe('0197000002'));
  expect(input('Mot de passe').value).toBe('');
});

test('the partners’ sign-in page has both sign-up links side by side, below a question', () => {
  show(<AdminLogin />);
  const question = screen.getByText('Pas encore inscrit ?');
  const signUpLinks = screen.getByRole('link', { name: 'Pharmacie' }).parentElement;
  expect(question.contains(signUpLinks)).toBe(false);
  expect(signUpLinks?.textContent).toBe('Pharmacie ou professionnel de santé');
  expect(links()).toEqual(expect.arrayContaining(['/login', '/register-pharmacy', '/register-partner']));
});

test('the customers’ sign-up page links back to their sign-in page', async () => {
  show(<Register />);
  await screen.findByLabelText('Nom complet');
  expect(links()).toContain('/login');
});

test.each([
  ['pharmacy', <RegisterPharmacy key="pharmacy" />, 'Localisation'],
  ['professional', <RegisterPartner key="partner" />, 'Titre'],
])('the sign-up form of a %s has no field for the type or the active state', async (_, page, own) => {
  show(page);
  await screen.findByLabelText('Mot de passe');
  expect(screen.getAllByText(new RegExp(own, 'i')).length).toBeGreaterThan(0);
  expect(screen.queryByLabelText('Type')).toBeNull();
  expect(screen.queryByLabelText('Compte actif')).toBeNull();
});

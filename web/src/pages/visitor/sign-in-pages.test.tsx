import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { SessionContext } from '../../session/session-context.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { showPage } from '../../testing/show-page.tsx';
import AdminLogin from './admin.tsx';
import RegisterPartner from './joining/register-partner.tsx';
import RegisterPharmacy from './joining/register-pharmacy.tsx';
import Login from './login.tsx';
import Register from './register.tsx';
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

import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { SessionContext } from '../../session/session-context.ts';
import { fakeApi, networkError, refuse } from '../../testing/fake-api.ts';
import { showPage } from '../../testing/show-page.tsx';
import Login from './login.tsx';
import Register from './register.tsx';
import { visitor } from './visitor.fixture.ts';

const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(input(label), { target: { value } });
const press = async () => {
  const button = () => screen.getByText<HTMLElement>('S’inscrire').closest('button')!;
  await waitFor(() => expect(button().disabled).toBe(false));
  fireEvent.click(button());
};
const show = (page: ReactNode, state?: object) =>
  showPage(<SessionContext value={visitor}>{page}</SessionContext>, '/register', state);

async function signUp() {
  const api = fakeApi();
  const router = show(<Register />);
  type('Nom complet', 'Afi Dossou');
  type('Numéro de téléphone', '0197000001');
  type('Mot de passe', 'secret-1');
  type('Confirmer le mot de passe', 'secret-1');
  return { api, router };
}

const signIn = () => screen.queryByText('connectez-vous');
const state = { phone: '01 97 00 00 01' };

test.each([
  ['PHONE_TAKEN', 'Un compte existe déjà avec ce numéro', networkError],
  ['EMAIL_TAKEN', 'Un compte existe déjà avec cet email', networkError],
  ['PHONE_TAKEN', 'Un compte existe déjà avec ce numéro', refuse('UNAVAILABLE')],
] as const)(
  'after a lost response, %s says that the account may exist and leads to it',
  async (code, message, lost) => {
    const { api, router } = await signUp();
    api.on(sessionEndpoints.register, () => lost);
    await press();
    await waitFor(() => expect(api.sent).toHaveLength(1));
    expect(signIn()).toBeNull();
    // The account would have the first password.
    type('Numéro de téléphone', state.phone);
    type('Mot de passe', 'other-2');
    type('Confirmer le mot de passe', 'other-2');
    api.on(sessionEndpoints.register, () => refuse(code));
    await press();
    const link = await screen.findByText('connectez-vous');
    expect(link.closest('[role="alert"]')?.textContent).toBe(
      'Votre compte a peut-être déjà été créé : connectez-vous.',
    );
    expect(screen.getAllByText(message).length).toBeGreaterThan(0);
    expect([input('Nom complet').value, input('Mot de passe').value]).toEqual(['Afi Dossou', 'other-2']);
    // It was about this number.
    type('Numéro de téléphone', '0197000002');
    await waitFor(() => expect(signIn()).toBeNull());
    type('Numéro de téléphone', state.phone);
    fireEvent.click(await screen.findByText('connectez-vous'));
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/login', state }));
    cleanup();
    show(<Login />, state);
    await waitFor(() => expect(input('Mot de passe').value).toBe('secret-1'));
  },
);

test.each([false, true])('otherwise a number that is taken is only refused: %s', async (isOtherLost) => {
  const { api } = await signUp();
  if (isOtherLost) {
    api.on(sessionEndpoints.register, () => networkError);
    await press();
    await screen.findAllByText(/^Erreur lors de l'inscription/);
    type('Numéro de téléphone', '0197000002');
  }
  api.on(sessionEndpoints.register, () => refuse('PHONE_TAKEN'));
  await press();
  await screen.findAllByText('Un compte existe déjà avec ce numéro');
  expect(signIn()).toBeNull();
});

test('what was typed to sign up is there after a reload, without the passwords', async () => {
  const { router } = await signUp();
  fireEvent.blur(input('Numéro de téléphone'));
  await waitFor(() => expect(router.state.location.state).toMatchObject({ typed: { name: 'Afi Dossou' } }));
  expect(JSON.stringify(window.history.state)).not.toContain('secret-1');
  const { state: left } = router.state.location;
  cleanup();
  show(<Register />, left);
  await waitFor(() => expect(input('Nom complet').value).toBe('Afi Dossou'));
  expect(input('Numéro de téléphone').value).toBe('0197000001');
  expect(input('Mot de passe').value).toBe('');
});

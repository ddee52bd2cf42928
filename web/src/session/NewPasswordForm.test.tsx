import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeApi, networkError, refuse } from '../testing/fake-api.ts';
import { showPage } from '../testing/show-page.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';

const verified = { phone: '97000001', resetToken: 'jeton' };
const MAY_BE_CHANGED = 'Il est possible que votre mot de passe ait déjà été changé.';

async function show(state: object = verified) {
  const api = fakeApi();
  const onChanged = vi.fn();
  const router = showPage(
    <NewPasswordForm verified={verified} onChanged={onChanged} />,
    '/reset-password',
    state,
  );
  for (const label of [/^Nouveau/, /^Confirmer/])
    fireEvent.change(await screen.findByLabelText(label), { target: { value: 'nouveau' } });
  return { api, onChanged, router };
}

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Changer le mot de passe' }));

test.each([
  ['lost response', networkError, /^Erreur\./],
  ['server error', refuse('INTERNAL'), /^Service momentanément indisponible/],
] as const)(
  'after a %s, a refused token says that the password may have been changed',
  async (_, answer, message) => {
    const { api, onChanged, router } = await show({ ...verified, door: '/admin' });
    api.on(sessionEndpoints.resetPassword, () => answer);
    press();
    await screen.findAllByText(message);
    api.on(sessionEndpoints.resetPassword, () => refuse('PHONE_NOT_VERIFIED'));
    await waitFor(() =>
      expect(
        screen.getByRole<HTMLButtonElement>('button', { name: 'Changer le mot de passe' }).disabled,
      ).toBe(false),
    );
    press();
    const notice = (await screen.findByText(MAY_BE_CHANGED)).closest<HTMLElement>('[role="alert"]')!;
    within(notice).getByRole('link', { name: 'Demander un nouveau code' });
    expect(screen.getByLabelText<HTMLInputElement>(/^Nouveau/).value).toBe('nouveau');
    expect(onChanged).not.toHaveBeenCalled();
    // The sign-in page they came from.
    fireEvent.click(within(notice).getByRole('link', { name: 'Essayez de vous connecter avec le nouveau.' }));
    await waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: '/admin', state: { phone: '97000001' } }),
    );
  },
);

test('without a lost response, a refused token only asks for a new code', async () => {
  const { api } = await show();
  api.on(sessionEndpoints.resetPassword, () => refuse('PHONE_NOT_VERIFIED'));
  press();
  await screen.findByText("Veuillez d'abord vérifier votre numéro de téléphone");
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Demander un nouveau code',
  ]);
});

test('the notice of a refused token disappears with the next attempt', async () => {
  const { api, onChanged } = await show();
  api.on(sessionEndpoints.resetPassword, () => refuse('PHONE_NOT_VERIFIED'));
  press();
  await screen.findByRole('link', { name: 'Demander un nouveau code' });
  api.on(sessionEndpoints.resetPassword, () => networkError);
  press();
  await screen.findAllByText(/^Erreur\./);
  expect(screen.queryByRole('link', { name: 'Demander un nouveau code' })).toBeNull();
  expect(onChanged).not.toHaveBeenCalled();
});

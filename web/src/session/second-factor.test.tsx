import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { fakeApi, refuse } from '../testing/fake-api.ts';
import { aUser } from '../testing/people.ts';
import { aSession } from '../testing/session.ts';
import { showPage } from '../testing/show-page.tsx';
import RequireAccess from './RequireAccess.tsx';
import { SecondFactorSection } from './SecondFactorSection.tsx';
import { SessionContext } from './session-context.ts';

const offered = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Amasin:a?secret=JBSWY3DPEHPK3PXP' };
const recoveryCodes = ['abcd-efgh-ijkm', 'nopq-rstu-vwxy'];

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const type = async (name: string, value: string) =>
  fireEvent.change(await field(name), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const bodies = ({ sent }: ReturnType<typeof fakeApi>) => sent.map(({ body }) => body);

async function enrol() {
  await type('Mot de passe actuel', 'bonjour');
  await press('Continuer');
  await screen.findByRole('img', { name: 'Code QR de la clé' });
  screen.getByText('JBSW Y3DP EHPK 3PXP');
  await type('Code affiché par l’application', '123456');
  fireEvent.click(screen.getAllByRole('button', { name: 'Activer' }).at(-1)!);
  const codes = await screen.findByRole('list', { name: 'Codes de secours' });
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(recoveryCodes);
}

function answered() {
  const api = fakeApi();
  api.on(sessionEndpoints.startSecondFactor, () => offered);
  api.on(sessionEndpoints.confirmSecondFactor, () => ({ recoveryCodes }));
  return api;
}

test('activates the second step from the profile; the recovery codes are shown until they are kept', async () => {
  const api = answered();
  const user = aUser({ type: 'supervisor' });
  const updateUser = vi.fn();
  showPage(
    <SessionContext value={aSession(user, { updateUser })}>
      <SecondFactorSection user={user} />
    </SessionContext>,
    '/profile',
  );
  await press('Activer');
  await enrol();
  expect(bodies(api)).toEqual([{ currentPassword: 'bonjour', code: '' }, { code: '123456' }]);
  expect(updateUser).not.toHaveBeenCalled();
  await press('J’ai gardé ces codes');
  await screen.findByText('Connexion en deux étapes activée');
  expect(updateUser).toHaveBeenCalledWith({ ...user, hasSecondFactor: true });
});

test('asks who has it already for a code of the present application', async () => {
  const api = answered();
  api.on(sessionEndpoints.startSecondFactor, () => refuse('WRONG_SECOND_CODE'));
  const user = aUser({ type: 'supervisor', hasSecondFactor: true });
  showPage(
    <SessionContext value={aSession(user)}>
      <SecondFactorSection user={user} />
    </SessionContext>,
    '/profile',
  );
  screen.getByText('Active');
  await press('Changer d’application');
  await type('Mot de passe actuel', 'bonjour');
  await type('Code actuel', '000000');
  await press('Continuer');
  await within(await screen.findByRole('dialog')).findByText('Code incorrect ou déjà utilisé');
});

test('in place of every page, until the codes are kept, for who has to activate it first', async () => {
  answered();
  const user = aUser({ type: 'superAdmin', mustEnrol: true });
  const show = (shown: typeof user) => (
    <MantineProvider>
      <SessionContext value={aSession(shown)}>
        <RouterProvider router={router} />
      </SessionContext>
    </MantineProvider>
  );
  const router = createMemoryRouter(
    [{ element: <RequireAccess />, children: [{ path: '/cpanel', element: <h1>Pilotage</h1> }] }],
    { initialEntries: ['/cpanel'] },
  );
  const { rerender } = render(show(user));
  await screen.findByRole('heading', { name: 'Protégez votre compte' });
  expect(screen.queryByText('Pilotage')).toBeNull();
  await enrol();
  // The session is read again meanwhile.
  const { mustEnrol: _, ...enrolled } = user;
  rerender(show({ ...enrolled, hasSecondFactor: true }));
  screen.getByRole('list', { name: 'Codes de secours' });
  await press('J’ai gardé ces codes');
  await screen.findByRole('heading', { name: 'Pilotage' });
});

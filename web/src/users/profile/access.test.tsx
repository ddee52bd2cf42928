import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, networkError, refuse } from '../../testing/fake-api.ts';
import { aUser } from '../../testing/people.ts';
import { showPage } from '../../testing/show-page.tsx';
import { AccessSection } from './AccessSection.tsx';

function show(url = '/profile', answer: (api: ReturnType<typeof fakeApi>) => void = () => {}) {
  const api = fakeApi();
  answer(api);
  showPage(<AccessSection user={aUser({ type: 'customer' })} />, url);
  return api;
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const type = async (name: string, value: string) =>
  fireEvent.change(await field(name), { target: { value } });

async function fill(current: string, password: string, confirmation = password) {
  await type('Mot de passe actuel', current);
  await type('Nouveau mot de passe', password);
  await type('Confirmer le nouveau mot de passe', confirmation);
  await press('Changer le mot de passe');
}

test('changes the password, without sending the confirmation', async () => {
  const api = show();
  api.on(sessionEndpoints.changePassword, () => null);
  await press('Changer mon mot de passe');
  await fill('ancien', 'nouveau');
  await screen.findByText('Mot de passe changé. Vos autres appareils sont déconnectés.');
  expect(api.sent.map(({ body }) => body)).toEqual([{ currentPassword: 'ancien', password: 'nouveau' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('tells a password manager whose password is changed', async () => {
  show('/profile?mot-de-passe=1');
  await field('Mot de passe actuel');
  const name = document.querySelector<HTMLInputElement>('input[autocomplete="username"]');
  expect(name?.value).toBe(aUser().phone);
});

test('shows a wrong present password under its field, and keeps what was typed', async () => {
  const api = show('/profile?mot-de-passe=1');
  api.on(sessionEndpoints.changePassword, () => refuse('WRONG_PASSWORD'));
  await fill('faux', 'nouveau');
  await within(await screen.findByRole('dialog')).findByText('Mot de passe actuel incorrect');
  const current = await field('Mot de passe actuel');
  await waitFor(() => expect(document.activeElement).toBe(current));
  expect((await field('Nouveau mot de passe')).value).toBe('nouveau');
});

const MAY_BE_CHANGED =
  'Il est possible que votre mot de passe ait déjà été changé. Essayez le nouveau comme mot de passe actuel.';

test.each([
  ['lost response', networkError, /Erreur lors du changement du mot de passe/],
  ['server error', refuse('INTERNAL'), /Service momentanément indisponible/],
] as const)(
  'after a %s, a refusal says that the password may have been changed, and keeps what was typed',
  async (_, answer, message) => {
    const api = show('/profile?mot-de-passe=1');
    api.on(sessionEndpoints.changePassword, () => answer);
    await fill('ancien', 'nouveau');
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(message);
    api.on(sessionEndpoints.changePassword, () => refuse('WRONG_PASSWORD'));
    await press('Changer le mot de passe');
    await dialog.findByText(MAY_BE_CHANGED);
    expect(screen.queryByText('Mot de passe actuel incorrect')).toBeNull();
    expect((await field('Mot de passe actuel')).value).toBe('ancien');
    expect((await field('Nouveau mot de passe')).value).toBe('nouveau');
  },
);

test('a lost response is remembered when the dialog is closed, until a change succeeds', async () => {
  const api = show();
  const open = () => press('Changer mon mot de passe');
  const leave = async () => {
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Fermer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  api.on(sessionEndpoints.changePassword, () => networkError);
  await open();
  await fill('ancien', 'nouveau');
  await within(await screen.findByRole('dialog')).findByText(/Erreur lors du changement du mot de passe/);
  await leave();
  api.on(sessionEndpoints.changePassword, () => refuse('WRONG_PASSWORD'));
  await open();
  await fill('ancien', 'nouveau');
  await within(await screen.findByRole('dialog')).findByText(MAY_BE_CHANGED);
  api.on(sessionEndpoints.changePassword, () => null);
  await fill('nouveau', 'dernier');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  api.on(sessionEndpoints.changePassword, () => refuse('WRONG_PASSWORD'));
  await open();
  await fill('faux', 'autre');
  await within(await screen.findByRole('dialog')).findByText('Mot de passe actuel incorrect');
});

test('sends nothing when the two new passwords differ', async () => {
  const api = show('/profile?mot-de-passe=1');
  await fill('ancien', 'nouveau', 'autre');
  await screen.findByText('Les mots de passe ne correspondent pas');
  expect(api.sent).toEqual([]);
});

const here = {
  _id: '0198a000-0000-7000-8000-0000000000a1',
  device: 'Chrome sur Android',
  createdAt: '2026-11-20T10:00:00.000Z',
  lastSeenAt: '2026-11-20T10:05:00.000Z',
  current: true,
};
const there = { ...here, _id: '0198a000-0000-7000-8000-0000000000a2', device: null, current: false };

test('lists the devices, and signs out another one', async () => {
  const api = show();
  let sessions = [here, there];
  api.on(sessionEndpoints.listSessions, () => ({ sessions }));
  api.on(sessionEndpoints.endOneSession, () => {
    sessions = [here];
    return null;
  });
  await press('Mes appareils');
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => within(row).queryAllByRole('button').length)).toEqual([0, 1]);
  within(rows[0]!).getByText('Cet appareil');
  await press('Déconnecter Appareil inconnu');
  await screen.findByText('Appareil déconnecté');
  expect(api.sent.find(({ method }) => method === 'DELETE')?.path).toBe(`/api/auth/sessions/${there._id}`);
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Déconnecter les autres appareils' })).toBeNull();
});

test('signs out all other devices', async () => {
  let sessions = [here, there];
  const api = show('/profile?appareils=1', ({ on }) =>
    on(sessionEndpoints.listSessions, () => ({ sessions })),
  );
  api.on(sessionEndpoints.endOtherSessions, () => {
    sessions = [here];
    return null;
  });
  await press('Déconnecter les autres appareils');
  await screen.findByText('Vos autres appareils sont déconnectés');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
});

test('shows an error with a retry when the devices cannot be loaded', async () => {
  const api = show('/profile?appareils=1', ({ on }) =>
    on(sessionEndpoints.listSessions, () => refuse('INTERNAL')),
  );
  await screen.findByText(/Service momentanément indisponible/);
  api.on(sessionEndpoints.listSessions, () => ({ sessions: [here] }));
  await press('Réessayer');
  await screen.findByText('Chrome sur Android');
});

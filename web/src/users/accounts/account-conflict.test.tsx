import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refuse } from '../../testing/fake-api.ts';
import { kora, press, serve, show } from './accounts.fixture.tsx';

const first: User = { ...kora, version: 'v1' };

/** Opens the form of an account that another administrator has changed since, and changes the name. */
async function editAfter(theirs: Partial<User>) {
  const { api, stored, sentChanges } = serve([first]);
  const router = show(`?compte=${kora._id}`);
  await screen.findByLabelText('Nom');
  stored.users = [{ ...first, ...theirs, version: 'v2' }];
  api.on(userEndpoints.readUser, () => ({ user: stored.users[0] ?? first }));
  api.on(userEndpoints.updateUser, ({ body }) => {
    const { version, ...change } = body as User;
    const now = stored.users[0] ?? first;
    if (version !== now.version) return refuse('ACCOUNT_CHANGED');
    stored.users = [{ ...now, ...change, version: 'v3' }];
    return { user: now };
  });
  fireEvent.change(screen.getByLabelText('Nom'), { target: { value: 'Kora Adjovi' } });
  await press('Enregistrer');
  return { router, stored, sentChanges };
}

const notice = () => screen.findByRole('alert');
const fieldValue = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

test('shows what another person changed, and overwrites nothing unseen', async () => {
  const { stored } = await editAfter({ address: 'Akpakpa', active: false });
  const shown = within(await notice());
  shown.getByText('Modifié entre-temps par quelqu’un d’autre');
  expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Adresse : Akpakpa',
    'Compte actif : non',
  ]);
  expect([fieldValue('Nom'), fieldValue('Adresse')]).toEqual(['Kora Adjovi', 'Cadjèhoun']);
  expect(stored.users[0]).toMatchObject({ name: 'Kora', address: 'Akpakpa' });
  // Nothing was decided: saving again shows it again.
  await press('Enregistrer');
  await notice();
  expect(stored.users[0]?.version).toBe('v2');
});

test('« Garder la mienne » saves what was typed', async () => {
  const { stored } = await editAfter({ address: 'Akpakpa' });
  await notice();
  await press('Garder la mienne');
  await screen.findByText('Utilisateur mis à jour');
  expect(stored.users[0]).toMatchObject({ name: 'Kora Adjovi', address: 'Cadjèhoun', version: 'v3' });
});

test('« Reprendre celle du serveur » shows the account as it is now, to be changed again', async () => {
  const { stored } = await editAfter({ address: 'Akpakpa' });
  await notice();
  await press('Reprendre celle du serveur');
  await screen.findByDisplayValue('Akpakpa');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(fieldValue('Nom')).toBe('Kora');
  fireEvent.change(screen.getByLabelText('Nom'), { target: { value: 'Kora A.' } });
  await press('Enregistrer');
  await screen.findByText('Utilisateur mis à jour');
  expect(stored.users[0]).toMatchObject({ name: 'Kora A.', address: 'Akpakpa' });
});

test('asks nothing when both typed the same', async () => {
  const { stored, sentChanges } = await editAfter({ name: 'Kora Adjovi' });
  await screen.findByText('Utilisateur mis à jour');
  expect(stored.users[0]?.version).toBe('v3');
  expect(sentChanges().map(({ body }) => (body as User).version)).toEqual(['v1', 'v2']);
});

import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { aUser } from '../../testing/people.ts';
import { showPage } from '../../testing/show-page.tsx';
import { Accounts } from './Accounts.tsx';

const afi = aUser({ email: 'afi@exemple.bj' });

function show(address: string, answer: () => { users: User[]; total: number }) {
  const api = fakeApi();
  api.on(userEndpoints.listUsers, answer);
  return { api, router: showPage(<Accounts />, `/cpanel/users${address}`) };
}

test('what was typed stays when the list behind comes back without the account', async () => {
  let users = [afi];
  const { api } = show('', () => ({ users, total: users.length }));
  api.on(userEndpoints.readUser, () => refuse('INTERNAL'));
  api.on(userEndpoints.updateUser, () => {
    users = [];
    return refuse('PHONE_TAKEN');
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Modifier Afi Dossou' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(await dialog.findByLabelText('Nom'), { target: { value: 'Afi Kora' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await screen.findByText('Aucun compte ne correspond');
  expect(dialog.getByLabelText<HTMLInputElement>('Nom').value).toBe('Afi Kora');
  await dialog.findByText('Un compte existe déjà avec ce numéro');
});

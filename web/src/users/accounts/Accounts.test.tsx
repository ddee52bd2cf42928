import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { aUser, countsOf } from '../../testing/people.ts';
import { showPage } from '../../testing/show-page.tsx';
import { Accounts } from './Accounts.tsx';

const afi = aUser({ email: 'afi@exemple.bj' });

function show(url: string, respond: () => { users: User[]; total: number }) {
  const api = fakeApi();
  api.on(userEndpoints.listUsers, respond);
  api.on(statsEndpoints.readUserStats, () => countsOf(afi));
  return { api, router: showPage(<Accounts />, `/cpanel/users${url}`) };
}

test('typed values remain after a click outside, and when the reloaded list no longer contains the account', async () => {
  let users = [afi];
  const { api, router } = show('', () => ({ users, total: users.length }));
  api.on(userEndpoints.readUser, () => refuse('INTERNAL'));
  api.on(userEndpoints.updateUser, () => {
    users = [];
    return refuse('PHONE_TAKEN');
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Modifier Afi Dossou' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(await dialog.findByLabelText('Nom'), { target: { value: 'Afi Kora' } });
  fireEvent.click(document.querySelector('.mantine-Modal-overlay')!);
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await screen.findByText('Aucun compte ne correspond');
  expect(dialog.getByLabelText<HTMLInputElement>('Nom').value).toBe('Afi Kora');
  await dialog.findByText('Un compte existe déjà avec ce numéro');
  expect(router.state.location.search).toBe(`?compte=${afi._id}`);
});

test.each([
  ['?q=afi&type=agent&active=false', '1\u00a0compte · «\u00a0afi\u00a0» · Pharmacien interne · Désactivés'],
  ['?active=true', '1\u00a0compte · Actifs'],
  ['?page=1', '1\u00a0compte'],
])('with « %s » the count line shows « %s »', async (url, said) => {
  show(url, () => ({ users: [afi], total: 1 }));
  await screen.findByRole('list', { name: 'Comptes' });
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(said);
});

test('shows the previous page once the last account of a page is deleted', async () => {
  const { api, router } = show('?page=2', () => ({ users: [], total: 50 }));
  api.on(userEndpoints.listUsers, ({ query }) => ({ users: query.page === '1' ? [afi] : [], total: 50 }));
  await screen.findByRole('button', { name: 'Modifier Afi Dossou' });
  expect(router.state.location.search).toBe('');
  await waitFor(() => expect(screen.queryByText('Aucun compte ne correspond')).toBeNull());
});

test('removes the second step of signing in of a person who has one', async () => {
  const kofi = aUser({
    _id: '0198a000-0000-7000-8000-0000000000b7',
    name: 'Kofi',
    type: 'agent',
    hasSecondFactor: true,
  });
  const { api } = show('', () => ({ users: [afi, kofi], total: 2 }));
  api.on(userEndpoints.resetSecondFactor, () => null);
  const buttons = await screen.findAllByRole('button', { name: /^Retirer les deux étapes/ });
  expect(buttons).toHaveLength(1);
  fireEvent.click(buttons[0]!);
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Retirer' }));
  await screen.findByText('Connexion en deux étapes retirée');
  expect(api.sent.find(({ method }) => method === 'DELETE')?.path).toBe(
    `/api/users/${kofi._id}/second-factor`,
  );
});

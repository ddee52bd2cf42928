import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { aUser } from '../../testing/people.ts';
import { showPage } from '../../testing/show-page.tsx';
import CandidateList from '../CandidateList.tsx';
import { Accounts } from './Accounts.tsx';

const afi = aUser({ email: 'afi@exemple.bj' });

function show(url: string, respond: () => { users: User[]; total: number }) {
  const api = fakeApi();
  api.on(userEndpoints.listUsers, respond);
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

test.each([
  ['deactivated', 'Désactiver Koffi', null],
  ['deleted', 'Supprimer Koffi', 'Supprimer'],
])('a courier who is %s is no longer a candidate', async (_, first, confirm) => {
  const koffi = aUser({ name: 'Koffi', type: 'deliveryPerson' });
  let couriers: User[] = [koffi];
  const api = fakeApi();
  api.on(userEndpoints.listUsers, () => ({ users: couriers, total: couriers.length }));
  api.on(userEndpoints.listUsersOfType, () => ({ users: couriers, total: couriers.length }));
  const remove = () => {
    couriers = [];
  };
  api.on(userEndpoints.toggleUser, () => {
    remove();
    return { user: { ...koffi, active: false } };
  });
  api.on(userEndpoints.deleteUser, () => {
    remove();
    return null;
  });
  showPage(
    <>
      <Accounts />
      <CandidateList
        type="deliveryPerson"
        presentId={null}
        noCandidate="Aucun livreur disponible"
        pendingId={null}
        onSelect={() => {}}
      />
    </>,
    '/cpanel/users',
  );
  await screen.findByRole('button', { name: 'Assigner Koffi' });
  fireEvent.click(await screen.findByRole('button', { name: first }));
  if (confirm !== null)
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: confirm }));
  await screen.findByText('Aucun livreur disponible');
});

import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { test } from 'vitest';
import { CandidateList } from '../../orders/supervision/AssignDialog.tsx';
import { fakeApi } from '../../testing/fake-api.ts';
import { aCandidate, anOrder } from '../../testing/orders.ts';
import { aUser, countsOf } from '../../testing/people.ts';
import { showPage } from '../../testing/show-page.tsx';
import { Accounts } from '../../users/accounts/Accounts.tsx';

test.each([
  ['deactivated', 'Désactiver Koffi', 'Désactiver'],
  ['deleted', 'Supprimer Koffi', 'Supprimer'],
])('a courier who is %s is no longer a candidate', async (_, first, confirm) => {
  const koffi = aUser({ name: 'Koffi', type: 'deliveryPerson' });
  let couriers: User[] = [koffi];
  const api = fakeApi();
  api.on(userEndpoints.listUsers, () => ({ users: couriers, total: couriers.length }));
  api.on(statsEndpoints.readUserStats, () => countsOf(...couriers));
  api.on(orderEndpoints.listCandidates, () => ({
    candidates: couriers.map(({ _id, name }) => aCandidate({ _id, name })),
    total: couriers.length,
  }));
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
      <CandidateList order={anOrder()} who="deliveryPerson" isPending={false} onSelect={() => {}} />
    </>,
    '/cpanel/users',
  );
  await screen.findByRole('button', { name: 'Assigner Koffi' });
  fireEvent.click(await screen.findByRole('button', { name: first }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: confirm }));
  await screen.findByText('Aucun livreur disponible');
});

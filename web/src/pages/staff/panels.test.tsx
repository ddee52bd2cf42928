import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi } from '../../testing/fake-api.ts';
import { aListOf, anOrder } from '../../testing/orders.ts';
import { aPrescription, prescriptionsOf } from '../../testing/prescriptions.ts';
import { showPage } from '../../testing/show-page.tsx';
import ControlPanel from './cpanel.tsx';

const show = (url: string) => showPage(<ControlPanel />, url);
const USED = '0198a000-0000-7000-8000-0000000000f2';

test('the super administrator can open and assign an order', async () => {
  const api = fakeApi();
  const order = anOrder({ allowedActions: ['assign-pharmacy'] });
  api.on(orderEndpoints.listOrders, () => aListOf(order));
  api.on(orderEndpoints.readOrder, () => ({ order }));
  api.on(orderEndpoints.readTimeline, () => ({ timeline: [], total: 0 }));
  api.on(userEndpoints.listUsersOfType, () => ({ users: [], total: 0 }));
  show('/cpanel?tab=orders');
  fireEvent.click(await screen.findByRole('link', { name: order.number }));
  expect(await screen.findByRole('button', { name: 'Assigner une pharmacie' })).toBeDefined();
});

function servePrescriptions() {
  const api = fakeApi();
  const unused = aPrescription({ verified: false });
  const used = aPrescription({
    _id: USED,
    prescriptionNumber: 'ORD-87654321',
    patientName: 'Sènami Gbaguidi',
    prescriptorName: 'Rodrigue Assogba',
    used: true,
    usedBy: anOrder()._id,
  });
  api.on(prescriptionEndpoints.listPrescriptions, ({ query }) =>
    prescriptionsOf(
      ...[unused, used].filter(({ prescriptionNumber: number }) => number.includes(query.q ?? '')),
    ),
  );
  return api;
}

test('lists and filters every prescription, with its prescriber', async () => {
  const api = servePrescriptions();
  const router = show('/cpanel?tab=prescriptions');
  const list = await screen.findByRole('list', { name: 'Ordonnances' });
  const rows = within(list).getAllByRole('listitem');
  expect(rows.map((row) => /Aïcha Kora|Rodrigue Assogba/.exec(row.textContent ?? '')?.[0])).toEqual([
    'Aïcha Kora',
    'Rodrigue Assogba',
  ]);
  fireEvent.click(screen.getByRole('link', { name: 'Utilisées 1' }));
  await waitFor(() => expect(router.state.location.search).toBe('?tab=prescriptions&used=true'));
  await waitFor(() => expect(api.sent.at(-1)?.query).toMatchObject({ used: 'true' }));
});

test('a used prescription links to its order and cannot be changed', async () => {
  servePrescriptions();
  show('/cpanel?tab=prescriptions&prescription=ORD-87654321');
  const link = await screen.findByRole('link', { name: 'Voir la commande' });
  expect(link.getAttribute('href')).toBe(`/cpanel?tab=orders&order=${anOrder()._id}`);
  expect(screen.queryByRole('button', { name: 'Supprimer' })).toBeNull();
});

test('an unused prescription shows what is to be checked, and is deleted after a confirmation', async () => {
  const api = servePrescriptions();
  api.on(prescriptionEndpoints.deletePrescription, () => null);
  show('/cpanel?tab=prescriptions&prescription=ORD-12345678');
  await screen.findByText('Prescripteur non vérifié');
  expect(screen.queryByRole('button', { name: 'Modifier' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Numéro à donner au patient' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Supprimer' }));
  const question = await screen.findByRole('dialog', { name: 'Supprimer cette ordonnance ?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Supprimer' }));
  await screen.findByText('Ordonnance supprimée');
  expect(api.sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    `/api/prescriptions/${aPrescription()._id}`,
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('« ?tab=users » leads to the accounts', async () => {
  const router = show('/cpanel?tab=users');
  await waitFor(() => expect(router.state.location.pathname).toBe('/cpanel/users'));
});

import type { Caller } from '@amasin/domain/orders/caller.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anOrder } from '../../testing/orders.ts';
import { aUser } from '../../testing/people.ts';
import { plain } from '../../testing/plain.ts';
import { serve, showTo } from './digitizing.fixture.tsx';
import SupervisorDashboard from './supervisor-dashboard.tsx';

const afi: Caller = {
  _id: '0198a000-0000-7000-8000-0000000000d1',
  name: 'Afi Dossou',
  phone: '+2290197000001',
  deliveryZone: 'Godomey',
  deliveryTown: 'Abomey-Calavi',
  orders: {
    total: 5,
    latest: [
      { _id: anOrder()._id, number: 'CMD-000041', date: '2026-11-20T08:00:00.000Z', state: 'delivered' },
    ],
  },
  prescriptions: { active: 1, used: 2 },
  payments: { pending: 0, review: 1 },
  problem: {
    number: 'CMD-000041',
    reason: 'customer-absent',
    note: 'Portail fermé',
    at: '2026-11-20T09:00:00.000Z',
  },
};

function show(caller: Caller | null) {
  const { api } = serve(anOrder());
  api.on(userEndpoints.listUsersOfType, () => ({ users: [], total: 0 }));
  api.on(orderEndpoints.readCaller, () => ({ caller }));
  const router = showTo(aUser({ type: 'supervisor' }), <SupervisorDashboard />, '/supervisor-dashboard');
  const asked = () =>
    api.sent.filter(({ path }) => path === '/api/orders/caller').map(({ query }) => query.phone);
  return { api, router, asked };
}

const search = async (text: string) =>
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: text } });

test.each(['97 00 00 01', '+229 01 97 00 00 01'])('« %s » shows who calls, above the list', async (typed) => {
  const { router, asked } = show(afi);
  await search(typed);
  const card = within(await screen.findByRole('region', { name: 'Afi Dossou' }));
  expect(asked()).toEqual(['+2290197000001']);
  expect(card.getByRole('link', { name: /^Appeler/ }).getAttribute('href')).toBe('tel:+2290197000001');
  card.getByText('Godomey, Abomey-Calavi');
  const text = plain(screen.getByRole('region', { name: 'Afi Dossou' }).textContent ?? '');
  expect(text).toContain('5 commandes, les dernières :CMD-000041Livrée');
  expect(text).toContain('Ordonnances : 1 en attente, 2 utilisées');
  expect(text).toContain('Client absent : Portail fermé');
  const payments = card.getByRole('link', { name: /^1\spaiement à regarder$/ });
  expect(payments.getAttribute('href')).toBe('/supervisor-dashboard?tab=payments');
  fireEvent.click(card.getByRole('link', { name: 'CMD-000041' }));
  await waitFor(() => expect(router.state.location.search).toContain(`order=${anOrder()._id}`));
});

test('who has lost her number gets another one, after two questions', async () => {
  const { api, asked } = show(afi);
  api.on(userEndpoints.replaceLostPhone, () => null);
  await search('97000001');
  const card = within(await screen.findByRole('region', { name: 'Afi Dossou' }));
  fireEvent.click(card.getByRole('button', { name: 'Numéro perdu' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Numéro perdu' }));
  fireEvent.click(dialog.getByRole('checkbox', { name: 'l’adresse de la dernière livraison' }));
  fireEvent.change(dialog.getByRole('textbox', { name: /^Nouveau numéro/ }), {
    target: { value: '97000002' },
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Changer le numéro' }));
  await dialog.findByText('Indiquez deux questions différentes');
  expect(api.sent.filter(({ method }) => method === 'POST')).toEqual([]);
  fireEvent.click(dialog.getByRole('checkbox', { name: 'le nom complet' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Changer le numéro' }));
  await screen.findByText('Numéro changé');
  expect(api.sent.filter(({ method }) => method === 'POST')).toMatchObject([
    {
      path: `/api/users/${afi._id}/phone`,
      body: { phone: '97000002', asked: ['address', 'name'] },
    },
  ]);
  // The card is read again.
  await waitFor(() => expect(asked().length).toBeGreaterThan(1));
});

test('a number of nobody, and a part of a number, show no card', async () => {
  const { router, asked } = show(null);
  await search('9700');
  await waitFor(() => expect(router.state.location.search).toBe('?q=9700'));
  expect(asked()).toEqual([]);
  await search('97000009');
  await waitFor(() => expect(asked()).toEqual(['+2290197000009']));
  expect(screen.queryByRole('region')).toBeNull();
});

import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aUser } from '../../testing/people.ts';
import {
  button,
  card,
  quantityOf,
  read,
  serve,
  showTo,
  unread,
  writeZinc,
  zincItem,
} from './digitizing.fixture.tsx';
import SupervisorDashboard from './supervisor-dashboard.tsx';

const supervisor = aUser({ type: 'supervisor' });
const PAGE = '/supervisor-dashboard';

function open(order: Order, more = '') {
  const { api, stored } = serve(order);
  api.on(userEndpoints.listUsersOfType, () => ({ users: [], total: 0 }));
  const router = showTo(supervisor, <SupervisorDashboard />, `${PAGE}?order=${order._id}${more}`);
  return { api, stored, searchOf: () => router.state.location.search };
}
const toDigitize = unread({ allowedActions: ['write-prescription', 'assign-agent'] });

test('« Traiter » opens the form at its own URL; saving closes it and keeps the order open', async () => {
  const { api, stored, searchOf } = open(toDigitize);
  fireEvent.click(await button('Traiter'));
  await waitFor(() => expect(searchOf()).toBe(`?order=${toDigitize._id}&treat=1`));
  const dialog = await screen.findByRole('dialog', { name: 'Traiter CMD-000041' });
  await writeZinc('2');
  await within(dialog).findByText('Fichier inaccessible');
  api.on(orderEndpoints.changeOrder, ({ body }) => {
    expect(body).toEqual({ prescription: { type: 'numerical', items: [{ ...zincItem, quantity: 2 }] } });
    stored.orders = [read({}, [{ ...zincItem, quantity: 2 }])];
    return { order: stored.orders[0] ?? toDigitize };
  });
  fireEvent.click(await button('Enregistrer l’ordonnance'));
  await screen.findByText('Ordonnance enregistrée');
  await waitFor(() => expect(searchOf()).toBe(`?order=${toDigitize._id}`));
  await button('Corriger');
});

test('the form keeps typed values after it is closed', async () => {
  const { searchOf } = open(toDigitize, '&treat=1');
  await writeZinc('6');
  fireEvent.click(await button('Fermer'));
  await waitFor(() => expect(searchOf()).toBe(`?order=${toDigitize._id}`));
  fireEvent.click(await button('Traiter'));
  await waitFor(async () => expect((await quantityOf()).value).toBe('6'));
});

test('the URL of an order that was paid meanwhile opens nothing, and is removed', async () => {
  const { searchOf } = open(read({ state: 'pending', allowedActions: [] }), '&treat=1');
  await waitFor(() => expect(searchOf()).toBe(`?order=${toDigitize._id}`));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the paper prescription and the card open from the order; a supervisor can confirm both', async () => {
  const insured = unread({ insuranceCard: card, allowedActions: ['assign-agent', 'check-insurance'] });
  const { searchOf } = open(insured);
  expect(await screen.findByRole('checkbox', { name: 'Carte vérifiée' })).toHaveProperty('checked', false);
  fireEvent.click(await button('Ordonnance physique'));
  await screen.findByRole('dialog', { name: 'Ordonnance' });
  expect(searchOf()).toBe(`?order=${insured._id}&fichier=1`);
});

test('with two dialogs open, Escape closes the upper one and keeps the form', async () => {
  const insured = unread({ insuranceCard: card, allowedActions: ['write-prescription'] });
  const { searchOf } = open(insured);
  fireEvent.click(await button('Traiter'));
  const form = await screen.findByRole('dialog', { name: 'Traiter CMD-000041' });
  fireEvent.click(await within(form).findByRole('button', { name: 'Voir la carte' }));
  const picture = await screen.findByRole('dialog', { name: 'Carte d’assurance' });
  fireEvent.keyDown(picture, { key: 'Escape' });
  await waitFor(() => expect(searchOf()).toBe(`?order=${insured._id}&treat=1`));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Carte d’assurance' })).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Traiter CMD-000041' })).toBeTruthy();
});

test('the list links directly to the paper prescription of an order that is read', async () => {
  const { api } = serve({ ...toDigitize, allowedActions: [] });
  api.on(userEndpoints.listUsersOfType, () => ({ users: [], total: 0 }));
  const router = showTo(supervisor, <SupervisorDashboard />, PAGE);
  fireEvent.click(await screen.findByRole('link', { name: 'Ordonnance physique de CMD-000041' }));
  await screen.findByRole('dialog', { name: 'Ordonnance' });
  expect(router.state.location.search).toBe(`?order=${toDigitize._id}&fichier=1`);
});

test('a correction begins with every medicine, also with what the customer does not take', async () => {
  const leftOut = [
    { ...zincItem, medicationId: '0198a000-0000-7000-8000-0000000000b8', label: 'Sirop', position: 0 },
  ];
  open(read({ leftOut }), '&treat=1');
  await quantityOf();
  const lines = screen.getAllByRole('textbox', { name: /^Quantité : / });
  expect(lines.map((line) => line.getAttribute('aria-label'))).toEqual([
    'Quantité : Sirop',
    'Quantité : Zinc 20 mg',
  ]);
});

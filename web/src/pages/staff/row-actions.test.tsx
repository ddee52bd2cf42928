import { benefitEndpoints } from '@amasin/domain/benefits/endpoints.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refuse } from '../../testing/fake-api.ts';
import { anOrder } from '../../testing/orders.ts';
import { aUser } from '../../testing/people.ts';
import AgentDashboard from './agent-dashboard.tsx';
import { agent, read, serve, showTo, unread } from './digitizing.fixture.tsx';
import SupervisorDashboard from './supervisor-dashboard.tsx';

const delivered = (changes: Partial<Order> = {}) =>
  anOrder({ state: 'delivered', allowedActions: ['end'], ...changes });
const second = { _id: '0198a000-0000-7000-8000-0000000000a2', number: 'CMD-000042' };

function showSupervisor(...orders: Order[]) {
  const { api, stored } = serve(...orders);
  api.on(userEndpoints.listUsersOfType, () => ({ users: [], total: 0 }));
  const router = showTo(aUser({ type: 'supervisor' }), <SupervisorDashboard />, '/supervisor-dashboard');
  return { api, stored, router };
}

const endButton = (number: string) => screen.findByRole('button', { name: `Terminer ${number}` });

test('« Terminer » on the row of a delivered order asks, as beside the list, and ends it once', async () => {
  const { api, stored } = showSupervisor(delivered(), delivered(second));
  api.on(benefitEndpoints.calculateBenefits, () => refuse('NOT_FOUND'));
  let answer = () => {};
  api.on(orderEndpoints.advanceOrder, async ({ body }) => {
    expect(body).toEqual({ status: 'ended' });
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    stored.orders = [delivered(second)];
    return { order: delivered({ state: 'ended', allowedActions: [] }) };
  });
  fireEvent.click(await endButton('CMD-000041'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Terminer cette commande ?' }));
  expect(api.sent.filter(({ method }) => method === 'PATCH')).toHaveLength(0);
  const confirm = dialog.getByRole('button', { name: 'Terminer' });
  fireEvent.click(confirm);
  await waitFor(() => expect(confirm).toHaveProperty('disabled', true));
  fireEvent.click(confirm);
  answer();
  await screen.findByText('Commande terminée');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'CMD-000041' })).toBeNull());
  expect(api.sent.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
});

test('only the actions that the server allows are on a row', async () => {
  showSupervisor(delivered({ allowedActions: [] }), unread({ ...second, allowedActions: ['assign-agent'] }));
  const list = within(await screen.findByRole('list', { name: 'Commandes' }));
  expect(list.queryByRole('button')).toBeNull();
  expect(list.queryByText('Lire')).toBeNull();
});

test('« Lire » on a row opens the photograph with its form, for a supervisor who may write', async () => {
  const { router } = showSupervisor(unread());
  fireEvent.click(await screen.findByRole('link', { name: 'Lire l’ordonnance de CMD-000041' }));
  await screen.findByRole('dialog', { name: 'Traiter CMD-000041' });
  expect(router.state.location.search).toBe(`?order=${unread()._id}&treat=1`);
});

test('a pharmacist has « Lire » on what is to be read, and not on what is read or asked for again', async () => {
  serve(
    unread(),
    read(second),
    unread({
      _id: '0198a000-0000-7000-8000-0000000000a3',
      number: 'CMD-000043',
      photoProblem: 'blurred',
    }),
  );
  const router = showTo(agent, <AgentDashboard />, '/agent-dashboard');
  const links = await screen.findAllByRole('link', { name: /^Lire/ });
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual(['Lire l’ordonnance de CMD-000041']);
  fireEvent.click(links[0]!);
  await screen.findByRole('searchbox', { name: 'Ajouter un médicament' });
  expect(router.state.location.search).toBe(`?order=${unread()._id}`);
});

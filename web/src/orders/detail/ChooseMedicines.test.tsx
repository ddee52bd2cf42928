import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { anOrder } from '../../testing/orders.ts';
import { showPage } from '../../testing/show-page.tsx';
import { useOrder } from '../api.ts';
import { ChooseMedicines } from './ChooseMedicines.tsx';

const [first] = anOrder().prescription?.items ?? [];
const line = (name: string) => ({
  ...first!,
  medicationId: `0198a000-0000-7000-8000-00000000000${name}`,
  label: `Sirop ${name}`,
});
const a = line('a');
const b = line('b');

type Line = ReturnType<typeof line>;

function orderWith(taken: Line[], leftOut: Line[]): Order {
  return anOrder({
    state: 'pre-treatment',
    prescription: { ...anOrder().prescription!, items: taken },
    leftOut: leftOut.map((one) => ({ ...one, position: [a, b].indexOf(one) })),
    allowedActions: ['leave-out', 'pay', 'cancel'],
  });
}

function Shown({ id }: { id: string }) {
  const { data } = useOrder(id);
  return data === undefined ? null : <ChooseMedicines order={data} />;
}

async function setUp() {
  const api = fakeApi();
  let order = orderWith([a, b], []);
  api.on(orderEndpoints.readOrder, () => ({ order }));
  api.on(orderEndpoints.leaveOut, ({ body }) => {
    const left = (body as { medications: string[] }).medications;
    order = orderWith(
      [a, b].filter(({ medicationId }) => !left.includes(medicationId)),
      [a, b].filter(({ medicationId }) => left.includes(medicationId)),
    );
    return { order };
  });
  showPage(<Shown id={order._id} />, '/tracking');
  await screen.findByText('Sirop a');
  return { api, puts: () => api.sent.filter(({ method }) => method === 'PUT').map(({ body }) => body) };
}

test('a medicine is left out and taken back; the last one cannot be left out', async () => {
  const { puts } = await setUp();
  fireEvent.click(screen.getByRole('button', { name: 'Ne pas prendre Sirop a' }));
  const back = await screen.findByRole('button', { name: 'Reprendre Sirop a' });
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    expect.stringContaining('Sirop a'),
    expect.stringContaining('Pour ne rien prendre, annulez la commande.'),
  ]);
  expect(screen.queryByRole('button', { name: 'Ne pas prendre Sirop b' })).toBeNull();
  fireEvent.click(back);
  await screen.findByRole('button', { name: 'Ne pas prendre Sirop a' });
  expect(puts()).toEqual([{ medications: [a.medicationId] }, { medications: [] }]);
});

test('a refusal is shown, and the medicine stays taken', async () => {
  const { api } = await setUp();
  api.on(orderEndpoints.leaveOut, () => refuse('ORDER_BEING_PAID'));
  fireEvent.click(screen.getByRole('button', { name: 'Ne pas prendre Sirop b' }));
  await screen.findByText('Un paiement est en cours pour cette commande. Réessayez dans quelques minutes.');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Ne pas prendre Sirop b' })).toBeDefined());
});

import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { aCandidate, anOrder } from '../../testing/orders.ts';
import { showPage } from '../../testing/show-page.tsx';
import { AssignDialog } from './AssignDialog.tsx';

const fifame = aCandidate({ _id: '0198a000-0000-7000-8000-0000000000d1' });
const zogbo = aCandidate({ _id: '0198a000-0000-7000-8000-0000000000d2', name: 'Pharmacie Zogbo' });

const PHARMACY = 'pharmacy';

/** The dialog that assigns a pharmacy, and a button with which a colleague assigns Fifamè. */
function Assigning() {
  const [order, setOrder] = useState<Order>(anOrder());
  return (
    <>
      <button type="button" onClick={() => setOrder({ ...order, pharmacy: fifame })}>
        Collègue
      </button>
      <AssignDialog order={order} role={PHARMACY} onClose={vi.fn()} onAssigned={vi.fn()} />
    </>
  );
}

function serve() {
  const api = fakeApi();
  api.on(orderEndpoints.listCandidates, ({ query: { q } }) => {
    const candidates = [fifame, zogbo].filter(({ name }) => name.toLowerCase().includes(q ?? ''));
    return { candidates, total: candidates.length };
  });
  const bodies: unknown[] = [];
  api.on(orderEndpoints.assignOrder, ({ body }) => {
    bodies.push(body);
    return refuse('ALREADY_ASSIGNED');
  });
  showPage(<Assigning />, '/supervisor-dashboard');
  return bodies;
}

test('Enter assigns only once the list answers the typed name', async () => {
  const bodies = serve();
  const form = await screen.findByRole('form', { name: 'Assigner une pharmacie' });
  fireEvent.change(screen.getByLabelText('Nom ou téléphone'), { target: { value: 'zogbo' } });
  fireEvent.submit(form);
  await waitFor(() => expect(screen.queryByRole('radio', { name: /Fifamè/ })).toBeNull());
  fireEvent.submit(form);
  await waitFor(() => expect(bodies).toEqual([{ pharmacy: zogbo._id }]));
});

test('the next role begins with nothing of the one before', async () => {
  fakeApi().on(orderEndpoints.listCandidates, ({ query: { q } }) => ({
    candidates: [fifame, zogbo].filter(({ name }) => name.toLowerCase().includes(q ?? '')),
    total: 2,
  }));
  function Next() {
    const [role, setRole] = useState<'pharmacy' | 'deliveryPerson'>('pharmacy');
    const order = anOrder({ pharmacy: fifame, deliveryPerson: zogbo });
    return (
      <>
        <button type="button" onClick={() => setRole('deliveryPerson')}>
          Suivant
        </button>
        <AssignDialog order={order} role={role} onClose={vi.fn()} onAssigned={vi.fn()} />
      </>
    );
  }
  showPage(<Next />, '/supervisor-dashboard');
  fireEvent.change(await screen.findByLabelText('Nom ou téléphone'), { target: { value: 'fif' } });
  fireEvent.change(screen.getByLabelText('Raison (facultatif)'), { target: { value: 'no-answer' } });
  fireEvent.click(screen.getByText('Suivant'));
  await screen.findByRole('dialog', { name: 'Remplacer le livreur' });
  expect(await screen.findByLabelText('Nom ou téléphone')).toHaveProperty('value', '');
  expect(screen.getByLabelText('Raison (facultatif)')).toHaveProperty('value', '');
});

test('replaces a colleague’s choice only after the refusal that names it', async () => {
  const bodies = serve();
  await screen.findByRole('radio', { name: /Zogbo/ });
  fireEvent.click(screen.getByRole('button', { name: 'Collègue', hidden: true }));
  fireEvent.click(await screen.findByRole('button', { name: `Assigner ${zogbo.name}` }));
  await screen.findByText(/^Commande déjà assignée à/);
  fireEvent.click(await screen.findByRole('button', { name: `Assigner ${zogbo.name}` }));
  await waitFor(() =>
    expect(bodies).toEqual([{ pharmacy: zogbo._id }, { pharmacy: zogbo._id, replaces: fifame._id }]),
  );
});

test('what was assigned does not flash as a replacement while the dialog is open; opened again, it is one', async () => {
  fakeApi().on(orderEndpoints.listCandidates, () => ({ candidates: [fifame], total: 1 }));
  function Reopening() {
    const [order, setOrder] = useState<Order>(anOrder());
    const [isOpen, setOpen] = useState(true);
    return (
      <>
        <button type="button" onClick={() => setOrder({ ...order, pharmacy: fifame })}>
          Assignée
        </button>
        <button type="button" onClick={() => setOpen(!isOpen)}>
          Basculer
        </button>
        <AssignDialog order={order} role={isOpen ? PHARMACY : null} onClose={vi.fn()} onAssigned={vi.fn()} />
      </>
    );
  }
  showPage(<Reopening />, '/supervisor-dashboard');
  await screen.findByRole('radio', { name: /Fifamè/ });
  fireEvent.click(screen.getByText('Assignée'));
  await screen.findByText(/^Choix actuel/);
  expect(screen.getByRole('dialog', { name: 'Assigner une pharmacie' })).toBeDefined();
  expect(screen.queryByText('Actuellement :', { exact: false })).toBeNull();
  fireEvent.click(screen.getByText('Basculer'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByText('Basculer'));
  await screen.findByRole('dialog', { name: 'Remplacer la pharmacie' });
});

import { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { zoneEndpoints } from '@amasin/domain/zones/endpoints.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { createQueryClient } from '../lib/api/query-client.ts';
import { forgetKept } from '../lib/kept/kept.ts';
import Toasts from '../lib/toast/Toasts.tsx';
import { type Session, SessionContext } from '../session/session-context.ts';
import { fakeApi, refuse } from '../testing/fake-api.ts';
import { aUser } from '../testing/people.ts';
import NewOrder from './order.tsx';

const medicine = (changes: Partial<Medication>): Medication => ({
  _id: '0198a000-0000-7000-8000-0000000000a1',
  label: 'Paracétamol 500 mg',
  form: 'tablet',
  price: 1000,
  requiresPrescription: false,
  reviewed: true,
  createdAt: '2026-11-01T08:00:00.000Z',
  ...changes,
});
const paracetamol = medicine({});
const amoxicillin = medicine({
  _id: '0198a000-0000-7000-8000-0000000000a2',
  label: 'Amoxicilline 1 g',
  requiresPrescription: true,
});
const zone: Zone = {
  _id: '0198a000-0000-7000-8000-0000000000b1',
  label: 'Cotonou – 12e arrondissement',
  sectors: ['Cadjèhoun', 'Fidjrossè'],
  price: 700,
};
const portal = {
  url: '/sandbox-pay',
  token: 't',
  clientId: 'c',
  productId: 'p',
  message: 'm',
  minAmount: 1800,
};

const session = (user: Session['user']): Session => ({
  status: 'signedIn',
  user,
  problem: null,
  signIn: () => {},
  signOut: async () => {},
  retry: () => {},
});

beforeEach(() => {
  forgetKept();
  notifications.clean();
  // jsdom lays nothing out.
  Element.prototype.scrollIntoView = () => {};
  window.scrollTo = () => {};
});

function open(user = aUser()) {
  const router = createMemoryRouter([{ path: '/order', element: <NewOrder /> }], {
    initialEntries: ['/order'],
  });
  return render(
    <MantineProvider>
      <QueryClientProvider client={createQueryClient()}>
        <SessionContext value={session(user)}>
          <RouterProvider router={router} />
          <Toasts />
        </SessionContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

function setUp() {
  const api = fakeApi();
  api.on(zoneEndpoints.listZones, () => ({ zones: [zone], total: 1 }));
  api.on(medicationEndpoints.searchMedications, ({ query }) => {
    const found = [paracetamol, amoxicillin].filter(({ label }) =>
      label.toLowerCase().startsWith((query.q ?? '').slice(0, 2)),
    );
    return { medications: found, total: found.length };
  });
  api.on(paymentEndpoints.openPayment, () => ({ transactionId: 'TX-1', amount: 1800, portal }));
  const opened = () => api.sent.filter(({ method, path }) => method === 'POST' && path === '/api/payments');
  return { api, opened };
}

const medicineField = () => screen.findByRole('combobox', { name: 'Ajouter un médicament' });
const quarterField = () => screen.getByRole('combobox', { name: 'Votre quartier' });
const addressField = () => screen.getByLabelText('Adresse de livraison');
// One button of each kind is in view: in the summary on a desk, in the bar on a phone.
const payButton = (name: RegExp) => screen.getAllByRole('button', { name })[0]!;

async function choose(text: string) {
  const field = await medicineField();
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: text } });
  await screen.findAllByRole('option');
  fireEvent.keyDown(field, { key: 'Enter' });
}

async function fill() {
  await choose('para');
  fireEvent.focus(quarterField());
  fireEvent.change(quarterField(), { target: { value: 'cadj' } });
  fireEvent.keyDown(quarterField(), { key: 'Enter' });
  fireEvent.change(addressField(), { target: { value: 'Portail bleu' } });
}

test('what is shown adds up, and exactly that is asked for', async () => {
  const { opened } = setUp();
  open();
  await fill();
  fireEvent.click(payButton(/Payer 1\s800\sF/));
  await waitFor(() => expect(opened()).toHaveLength(1));
  expect(opened()[0]?.body).toEqual({
    order: {
      prescription: {
        type: 'numerical',
        items: [{ medicationId: paracetamol._id, label: paracetamol.label, quantity: 1, price: 1000 }],
      },
      deliveryZone: zone._id,
      deliveryAddress: 'Portail bleu',
      finalAmount: 1800,
    },
  });
  await screen.findByTitle('Portail de paiement');
});

test('a changed amount is shown, and only agreeing to it pays it', async () => {
  const { api, opened } = setUp();
  const dearer = { ...paracetamol, price: 2000 };
  api.on(paymentEndpoints.openPayment, () => {
    api.on(medicationEndpoints.searchMedications, () => ({ medications: [dearer], total: 1 }));
    api.on(paymentEndpoints.openPayment, () => ({ transactionId: 'TX-1', amount: 2900, portal }));
    const quote = { medicines: 2000, deliveryFee: 700, commission: 200, reduction: 0, total: 2900 };
    return refuse('AMOUNT_CHANGED', undefined, quote);
  });
  open();
  await fill();
  fireEvent.click(payButton(/Payer 1\s800\sF/));
  expect(await screen.findByText(/^Le montant a changé : 2\s900\sF\. Veuillez vérifier/)).toBeDefined();
  expect(
    within(screen.getByRole('list', { name: 'Médicaments choisis' })).getByText(/^2\s000\sF$/),
  ).toBeDefined();
  expect(screen.queryByTitle('Portail de paiement')).toBeNull();
  fireEvent.click(payButton(/Confirmer et payer 2\s900\sF/));
  await waitFor(() => expect(opened()).toHaveLength(2));
  expect(opened()[1]?.body).toMatchObject({ order: { finalAmount: 2900 } });
  expect(JSON.stringify(opened()[1]?.body)).not.toContain('"price"');
});

test('what is missing is said under its field, and the focus goes to the first', async () => {
  const { opened } = setUp();
  open();
  await medicineField();
  fireEvent.click(payButton(/^Payer/));
  expect(await screen.findByText('Veuillez ajouter au moins un médicament')).toBeDefined();
  expect(screen.getByText('Zone requise')).toBeDefined();
  expect(screen.getByText('Adresse requise')).toBeDefined();
  const field = await medicineField();
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(opened()).toHaveLength(0);
});

test('a medicine on prescription is named so, and not added', async () => {
  setUp();
  open();
  await choose('amox');
  expect(await screen.findByText('Ce médicament demande une ordonnance')).toBeDefined();
  expect(screen.queryByRole('list', { name: 'Médicaments choisis' })).toBeNull();
});

test('a medicine that is gone is marked where it stands', async () => {
  const { api } = setUp();
  api.on(paymentEndpoints.openPayment, () => {
    api.on(medicationEndpoints.searchMedications, () => ({ medications: [], total: 0 }));
    return refuse('MEDICATION_UNAVAILABLE');
  });
  open();
  await fill();
  fireEvent.click(payButton(/^Payer/));
  const lines = await screen.findByRole('list', { name: 'Médicaments choisis' });
  expect(await within(lines).findByText("Ce médicament n'est plus disponible")).toBeDefined();
  expect((addressField() as HTMLTextAreaElement).value).toBe('Portail bleu');
});

test('an order being written survives a reload, for its own writer only', async () => {
  setUp();
  const first = open();
  await fill();
  first.unmount();
  const other = open(aUser({ _id: '0198a000-0000-7000-8000-000000000002' }));
  await medicineField();
  expect(screen.queryByText(paracetamol.label)).toBeNull();
  other.unmount();
  open();
  expect(await screen.findByText(paracetamol.label)).toBeDefined();
  expect((quarterField() as HTMLInputElement).value).toBe('Cadjèhoun, Cotonou – 12e arrondissement');
  expect((addressField() as HTMLTextAreaElement).value).toBe('Portail bleu');
});

test('the server’s words about paying are the ones shown', async () => {
  const { api } = setUp();
  api.on(paymentEndpoints.openPayment, () => refuse('PAYMENT_SERVICE_ERROR'));
  open();
  await fill();
  fireEvent.click(payButton(/^Payer/));
  expect(await screen.findByText('Payment service error')).toBeDefined();
  expect(screen.getByText(paracetamol.label)).toBeDefined();
});

test('a removed medicine can be taken back', async () => {
  setUp();
  open();
  await choose('para');
  fireEvent.click(screen.getByRole('button', { name: `Retirer ${paracetamol.label}` }));
  expect(screen.queryByRole('list', { name: 'Médicaments choisis' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  expect(screen.getByRole('list', { name: 'Médicaments choisis' })).toBeDefined();
});

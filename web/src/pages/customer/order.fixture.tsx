import { addressEndpoints } from '@amasin/domain/addresses/endpoints.ts';
import { insuranceEndpoints } from '@amasin/domain/insurance/endpoints.ts';
import type { InsuranceCard } from '@amasin/domain/insurance/insurance-card.ts';
import { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { zoneEndpoints } from '@amasin/domain/zones/endpoints.ts';
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { createQueryClient } from '../../lib/query-client.ts';
import { clearStored } from '../../lib/stored.ts';
import { Toasts } from '../../lib/Toasts.tsx';
import { SessionContext } from '../../session/session-context.ts';
import { aMedication, aZone } from '../../testing/catalogue.ts';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { portal } from '../../testing/payments.ts';
import { aUser } from '../../testing/people.ts';
import { aSession } from '../../testing/session.ts';
import NewOrder from './order.tsx';

export const paracetamol = aMedication({ _id: '0198a000-0000-7000-8000-0000000000a1' });
export const amoxicillin = aMedication({
  _id: '0198a000-0000-7000-8000-0000000000a2',
  label: 'Amoxicilline 1 g',
  requiresPrescription: true,
});
export const zone = aZone({ sectors: ['Cadjèhoun', 'Fidjrossè'] });
/** An unusual rate, so that its amounts cannot be those of another rate. */
export const card: InsuranceCard = {
  _id: '0198a000-0000-7000-8000-0000000000c1',
  label: 'Mutuelle du Littoral',
  taux: 37,
  url: 'card-key',
  verified: false,
};
export const prescription: Prescription = {
  _id: '0198a000-0000-7000-8000-0000000000d1',
  type: 'numerical',
  prescriptionNumber: 'ORD-12345678',
  patientName: 'A*** D***',
  prescriptorName: 'Dr Aïcha Kora',
  items: [{ medicationId: amoxicillin._id, label: amoxicillin.label, quantity: 2, price: 1500 }],
  url: null,
  used: false,
  usedBy: null,
  verified: true,
  createdAt: '2026-11-19T08:00:00.000Z',
  total: 3000,
};

/** A device with empty local storage. */
export function newDevice(): void {
  clearStored();
  notifications.clean();
  // jsdom has no layout.
  window.scrollTo = () => {};
}

/** Renders the page as after a reload. */
export function openOrder(user = aUser(), url = '/order') {
  const router = createMemoryRouter(
    [
      { path: '/order', element: <NewOrder /> },
      { path: '/dashboard', element: <p>Tableau de bord</p> },
      { path: '/tracking', element: <p>Suivi</p> },
      { path: '/profile', element: <p>Profil</p> },
    ],
    { initialEntries: [url] },
  );
  const page = render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <SessionContext value={aSession(user)}>
          <RouterProvider router={router} />
          <Toasts />
        </SessionContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...page, router };
}

/** A fake server with one zone, two medicines, one prescription, and an optional insurance card. */
export function setUpOrder({ insured = null }: { insured?: InsuranceCard | null } = {}) {
  const api = fakeApi();
  api.on(zoneEndpoints.listZones, () => ({ zones: [zone], total: 1 }));
  api.on(medicationEndpoints.searchMedications, ({ query }) => {
    const found = [paracetamol, amoxicillin].filter(({ label }) =>
      label.toLowerCase().startsWith((query.q ?? '').slice(0, 2)),
    );
    return { medications: found, total: found.length };
  });
  api.on(addressEndpoints.listAddresses, () => ({ addresses: [], total: 0 }));
  api.on(orderEndpoints.readDeliveryTime, () => ({ minutes: 55 }));
  const insuranceCards = insured === null ? [] : [insured];
  api.on(insuranceEndpoints.readInsurances, () => ({ insuranceCards, total: insuranceCards.length }));
  api.on(prescriptionEndpoints.searchPrescription, ({ path }) =>
    path.endsWith(prescription.prescriptionNumber) ? { prescription } : refuse('NO_PRESCRIPTION'),
  );
  api.on(paymentEndpoints.openPayment, () => ({ transactionId: 'TX-1', amount: 1800, portal }));
  const sentTo = (method: string, path: string) =>
    api.sent.filter((sent) => sent.method === method && sent.path === path);
  return {
    api,
    opened: () => sentTo('POST', '/api/payments'),
    placed: () => sentTo('POST', '/api/orders'),
  };
}

export const medicineField = () => screen.findByRole('combobox', { name: 'Ajouter un médicament' });
export const sectorField = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Votre quartier' });
export const addressField = () => screen.findByLabelText<HTMLTextAreaElement>('Adresse de livraison');
export const codeField = () => screen.findByLabelText<HTMLInputElement>('Numéro d’ordonnance');
// One button is visible: in the summary on a wide screen, in the bar on a phone.
export function sendButton(name: RegExp): HTMLElement {
  const [button] = screen.getAllByRole('button', { name });
  if (button === undefined) throw new Error(`no button ${name}`);
  return button;
}

export const wayOf = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name });

export async function chooseWay(name: RegExp) {
  fireEvent.click(await wayOf(name));
}

/** Searches for a medicine, and picks the first result. */
export async function choose(text: string) {
  const field = await medicineField();
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: text } });
  await screen.findAllByRole('option');
  fireEvent.keyDown(field, { key: 'Enter' });
}

export async function typeCode(code: string) {
  fireEvent.change(await codeField(), { target: { value: code } });
}

export async function fillPlace() {
  const sector = await sectorField();
  fireEvent.focus(sector);
  fireEvent.change(sector, { target: { value: 'cadj' } });
  fireEvent.keyDown(sector, { key: 'Enter' });
  fireEvent.change(await addressField(), { target: { value: 'Portail bleu' } });
}

export async function fill() {
  await choose('para');
  await fillPlace();
}

import { fileEndpoints } from '@amasin/domain/files/endpoints.ts';
import { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { clearStored } from '../../lib/stored.ts';
import { SessionContext } from '../../session/session-context.ts';
import { aMedication } from '../../testing/catalogue.ts';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { aListOf, anOrder } from '../../testing/orders.ts';
import { aUser } from '../../testing/people.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';

export const agent = aUser({
  _id: '0198a000-0000-7000-8000-0000000000f1',
  type: 'agent',
  name: 'Rufine Zannou',
});
export const zinc = aMedication({
  _id: '0198a000-0000-7000-8000-0000000000b7',
  label: 'Zinc 20 mg',
  price: 900,
  requiresPrescription: true,
});
export const zincItem = { medicationId: zinc._id, label: zinc.label, quantity: 1, price: 900 };
export const card = {
  _id: '0198a000-0000-7000-8000-0000000000e1',
  label: 'NSIA',
  taux: 70,
  url: 'carte',
  verified: false,
};

/** An order with a photographed prescription that is not digitized yet. */
export const unread = (changes: Partial<Order> = {}) =>
  anOrder({
    state: 'pre-treatment',
    paidAt: null,
    promisedAt: null,
    expectedAt: null,
    prescription: null,
    prescriptionUrl: 'photo',
    itemsCount: 0,
    medicinesAmount: null,
    commission: null,
    insuranceReduction: null,
    totalAmount: null,
    finalAmount: 0,
    allowedActions: ['write-prescription'],
    ...changes,
  });
export const read = (changes: Partial<Order> = {}, items = [zincItem]) =>
  unread({
    itemsCount: items.length,
    prescription: {
      _id: '0198a000-0000-7000-8000-0000000000c1',
      type: 'numerical',
      prescriptionNumber: 'ORD-12345678',
      items,
      prescriptorName: agent.name,
      verified: true,
    },
    medicinesAmount: 900,
    commission: 90,
    insuranceReduction: 0,
    totalAmount: 1790,
    allowedActions: ['edit-prescription'],
    ...changes,
  });

export function serve(...orders: Order[]) {
  const api = fakeApi();
  const stored = { orders, found: [zinc] };
  api.on(orderEndpoints.listOrders, () => aListOf(...stored.orders));
  api.on(orderEndpoints.readOrder, ({ path }) => {
    const order = stored.orders.find(({ _id }) => path.endsWith(_id));
    return order ? { order } : refuse('NOT_FOUND');
  });
  api.on(orderEndpoints.readTimeline, () => ({ timeline: [], total: 0 }));
  api.on(fileEndpoints.signFile, () => refuse('FILE_NOT_FOUND'));
  api.on(medicationEndpoints.searchMedications, () => ({
    medications: stored.found,
    total: stored.found.length,
  }));
  return { api, stored };
}

/** Renders a page for a user who digitizes prescriptions. */
export function showTo(user: User, page: ReactNode, url: string) {
  clearStored();
  // jsdom has no CSS.escape.
  Object.assign(window, { CSS: { escape: (text: string) => text } });
  return showPage(<SessionContext value={aSession(user)}>{page}</SessionContext>, url);
}

export const button = (name: string | RegExp) => screen.findByRole('button', { name });
export const quantityOf = (label = zinc.label) =>
  screen.findByRole<HTMLInputElement>('textbox', { name: `Quantité : ${label}` });

/** Adds zinc with this quantity. */
export async function writeZinc(count: string) {
  const field = await screen.findByRole('searchbox', { name: 'Ajouter un médicament' });
  fireEvent.change(field, { target: { value: 'zinc' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.click(await button(/^Zinc 20 mg/));
  fireEvent.change(await quantityOf(), { target: { value: count } });
}

/** The prescription that is found by its number. */
export function found(changes: Partial<Prescription> = {}): Prescription {
  return {
    _id: '0198a000-0000-7000-8000-0000000000c9',
    type: 'numerical',
    prescriptionNumber: 'ORD-87654321',
    patientName: 'Afi Dossou',
    prescriptorName: 'Aïcha Kora',
    items: [zincItem],
    url: null,
    used: false,
    usedBy: null,
    verified: false,
    createdAt: '2026-11-19T08:00:00.000Z',
    total: 900,
    ...changes,
  };
}

import { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { pharmacyEndpoints } from '@amasin/domain/pharmacies/endpoints.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { zoneEndpoints } from '@amasin/domain/zones/endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Manager } from '../medications/Manager.tsx';
import { PharmacyFinder } from '../pharmacies/PharmacyFinder.tsx';
import { fakeApi } from '../testing/fake-api.ts';
import { aListOf, anOrder } from '../testing/orders.ts';
import { aPharmacy } from '../testing/pharmacies.ts';
import { plain } from '../testing/plain.ts';
import { showPage } from '../testing/show-page.tsx';
import { translatePage } from '../testing/translate-page.ts';
import * as accounts from '../users/accounts/accounts.fixture.tsx';
import { ZonesPanel } from '../zones/ZonesPanel.tsx';
import * as order from './customer/order.fixture.tsx';
import SupervisorDashboard from './staff/supervisor-dashboard.tsx';

beforeEach(order.newDevice);

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const statuses = () => screen.getAllByRole('status').map(({ textContent }) => plain(textContent));

test('« Pharmacies de garde » and back', async () => {
  const api = fakeApi();
  api.on(pharmacyEndpoints.searchPharmacies, () => ({
    pharmacies: [aPharmacy(), aPharmacy({ _id: 'p2', onDuty: true, isPartner: true })],
    total: 2,
  }));
  api.on(pharmacyEndpoints.listOnDuty, () => ({ pharmacies: [], total: 0, dutyList: null }));
  showPage(<PharmacyFinder />, '/pharmacies');
  translatePage();
  await waitFor(() => expect(statuses()).toContain('2 pharmacies à moins de 5 km du centre de Cotonou'));
  fireEvent.click(await button('Pharmacies de garde'));
  await screen.findByRole('heading', { name: 'Aucune pharmacie trouvée dans votre zone' });
  expect(statuses()).toContain('0 pharmacie de garde en ce moment');
  fireEvent.click(await button('Toutes les pharmacies'));
  await waitFor(() => expect(statuses()).toContain('2 pharmacies à moins de 5 km du centre de Cotonou'));
});

/** Staff's lists: what is found by « dossou », and all of it. */
const lists: readonly [string, () => void][] = [
  [
    'orders',
    () => {
      const api = fakeApi();
      api.on(orderEndpoints.listOrders, ({ query }) =>
        query.q ? aListOf(anOrder()) : aListOf(anOrder(), anOrder({ _id: 'o2', number: 'CMD-000042' })),
      );
      api.on(userEndpoints.listUsersOfType, () => ({ users: [], total: 0 }));
      showPage(<SupervisorDashboard />, '/supervisor-dashboard');
    },
  ],
  [
    'accounts',
    () => {
      const { api } = accounts.serve();
      api.on(userEndpoints.listUsers, ({ query }) =>
        query.q ? { users: [accounts.afi], total: 1 } : { users: [accounts.afi, accounts.kora], total: 2 },
      );
      accounts.show();
    },
  ],
  [
    'medicines',
    () => {
      const api = fakeApi();
      const { paracetamol, amoxicillin } = order;
      const of = (...medications: (typeof paracetamol)[]) => ({ medications, total: medications.length });
      api.on(medicationEndpoints.listMedications, ({ query }) =>
        query.q ? of(paracetamol) : of(paracetamol, amoxicillin),
      );
      api.on(medicationEndpoints.listMedicationCreators, () => ({ creators: [], total: 0 }));
      showPage(<Manager />, '/supervisor-dashboard?tab=medications');
    },
  ],
  [
    'zones',
    () => {
      const zones = [order.zone, { ...order.zone, _id: 'z2', label: 'Dossou', sectors: [] }];
      fakeApi().on(zoneEndpoints.listZones, () => ({ zones, total: 2 }));
      showPage(<ZonesPanel />, '/cpanel?tab=zones');
    },
  ],
];

test.each(lists)('a search in the list of %s, and « Tout effacer »', async (_what, show) => {
  show();
  translatePage();
  await waitFor(() => expect(statuses().join()).toMatch(/\b2 [a-zé]+s\b/));
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'dossou' } });
  await waitFor(() => expect(statuses().join()).toMatch(/\b1 [a-zé]+\b.*« dossou »/));
  fireEvent.click(await button('Tout effacer'));
  await waitFor(() => expect(statuses().join()).toMatch(/\b2 [a-zé]+s\b/));
  expect(statuses().join()).not.toContain('dossou');
});

test('one more of a medicine: every amount of the order is the new one', async () => {
  order.setUpOrder();
  order.openOrder();
  translatePage();
  await order.fill();
  order.sendButton(/^Payer 1\s800\sF$/);
  fireEvent.click(await button(/^Une unité de plus/));
  // 2 000 × 110 % + 700
  await waitFor(() => order.sendButton(/^Payer 2\s900\sF$/));
  const page = plain(document.body.textContent);
  expect(page).toContain('dont commission (10 %) : 200 F');
  expect(page).not.toContain('100 F');
  fireEvent.click(await button(/^Une unité de moins/));
  await waitFor(() => order.sendButton(/^Payer 1\s800\sF$/));
});

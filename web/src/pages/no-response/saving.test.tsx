import { insuranceEndpoints } from '@amasin/domain/insurance/endpoints.ts';
import { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import { notificationEndpoints } from '@amasin/domain/notifications/endpoints.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { zoneEndpoints } from '@amasin/domain/zones/endpoints.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { store } from '../../lib/stored.ts';
import { MedicineSearch } from '../../medications/MedicineSearch.tsx';
import { NotificationBell } from '../../notifications/NotificationBell.tsx';
import { MoveSender } from '../../orders/delivering/MoveSender.tsx';
import { setUp as setUpPrescriptions } from '../../prescriptions/composing.fixture.tsx';
import { aMedication } from '../../testing/catalogue.ts';
import { keepsNoAddress } from '../../testing/customers/addresses.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { holdClock } from '../../testing/hold-clock.ts';
import { notificationsOf, someNotifications } from '../../testing/notifications.ts';
import { aCandidate, aListOf, anOrder } from '../../testing/orders.ts';
import { serveOwnMoney } from '../../testing/own-money.ts';
import { aUser, countsOf } from '../../testing/people.ts';
import { card, newDevice, openOrder, sendButton, setUpOrder, zone } from '../customer/order.fixture.tsx';
import Profile from '../customer/profile.tsx';
import ControlPanel from '../staff/cpanel.tsx';
import UsersAdmin from '../staff/cpanel-users.tsx';
import DeliveryDashboard from '../staff/delivery-dashboard.tsx';
import SupervisorDashboard from '../staff/supervisor-dashboard.tsx';
import {
  closeDialog,
  customer,
  findMessage,
  noResponse,
  press,
  showTo,
  type,
} from './no-response.fixture.tsx';

const inDialog = async (name: string | RegExp) =>
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));

test('shows the error when an order cannot be created', async () => {
  newDevice();
  const { api } = setUpOrder();
  api.on(orderEndpoints.placeOrder, noResponse);
  const place = { zoneId: zone._id, sector: null, address: 'Portail bleu' };
  store(customer._id, 'order-draft', { lines: [], way: 'photo', fileKey: 'a-key', ...place });
  openOrder(customer);
  await screen.findByDisplayValue('Portail bleu');
  // Once her zone is known, nothing is missing.
  await screen.findByText(/^Livraison : 700\sF\.$/);
  fireEvent.click(sendButton(/^Commander$/));
  await findMessage('Erreur lors de la création de la commande');
});

test('shows the error when the profile or an insurance card cannot be saved', async () => {
  const api = fakeApi();
  keepsNoAddress(api);
  api.on(insuranceEndpoints.readInsurances, () => ({ insuranceCards: [card], total: 1 }));
  for (const write of [insuranceEndpoints.updateInsurance, insuranceEndpoints.deleteInsurance])
    api.on(write, noResponse);
  api.on(userEndpoints.updateOwnDetails, noResponse);
  const router = showTo(customer, <Profile />, '/profile?modifier=1');
  await screen.findByLabelText('Nom complet');
  await inDialog('Enregistrer');
  await findMessage('Erreur lors de la mise à jour');
  await closeDialog(router, '/profile');
  await press('Modifier');
  await screen.findByLabelText('Taux de prise en charge (%)');
  await press('Enregistrer la carte');
  await findMessage("Erreur lors de l'enregistrement de la carte");
  await closeDialog(router, '/profile');
  await press('Supprimer');
  await inDialog('Supprimer');
  await findMessage('Erreur lors de la suppression');
});

test('shows the error when an order cannot be advanced, assigned or ended', async () => {
  const api = fakeApi();
  const order = anOrder({ allowedActions: ['start-delivery', 'assign-pharmacy', 'end'] });
  api.on(orderEndpoints.listOrders, () => aListOf(order));
  api.on(orderEndpoints.readOrder, () => ({ order }));
  api.on(orderEndpoints.readTimeline, () => ({ timeline: [], total: 0 }));
  api.on(userEndpoints.listUsersOfType, () => ({ users: [], total: 0 }));
  api.on(orderEndpoints.listCandidates, () => ({ candidates: [aCandidate()], total: 1 }));
  for (const write of [orderEndpoints.advanceOrder, orderEndpoints.assignOrder]) api.on(write, noResponse);
  serveOwnMoney(api);
  const courierPage = (
    <>
      <MoveSender />
      <DeliveryDashboard />
    </>
  );
  showTo(aUser({ type: 'deliveryPerson' }), courierPage, '/delivery-dashboard');
  const passHold = holdClock();
  await press('Commencer la livraison');
  await passHold();
  await screen.findByText('Départ : sera envoyé au retour du réseau.');

  const supervisor = aUser({ type: 'supervisor' });
  const router = showTo(
    supervisor,
    <SupervisorDashboard />,
    `/supervisor-dashboard?order=${order._id}&assign=pharmacy`,
  );
  await press('Assigner Pharmacie Fifamè');
  await findMessage("Erreur lors de l'assignation");
  await closeDialog(router, `/supervisor-dashboard?order=${order._id}`);
  await press('Terminer');
  await inDialog('Terminer');
  await findMessage('Erreur lors de la finalisation');
});

test('shows the error when an account cannot be deactivated, updated or deleted', async () => {
  const api = fakeApi();
  api.on(userEndpoints.listUsers, () => ({ users: [customer], total: 1 }));
  api.on(statsEndpoints.readUserStats, () => countsOf(customer));
  for (const write of [userEndpoints.toggleUser, userEndpoints.updateUser, userEndpoints.deleteUser])
    api.on(write, noResponse);
  const router = showTo(aUser({ type: 'superAdmin' }), <UsersAdmin />, '/cpanel/users');
  await press('Désactiver Afi Dossou');
  await inDialog('Désactiver');
  await findMessage('Erreur lors de la mise à jour');
  await closeDialog(router, '/cpanel/users');
  await press('Modifier Afi Dossou');
  await screen.findByLabelText('Nom');
  await inDialog('Enregistrer');
  await findMessage('Erreur lors de la sauvegarde');
  await closeDialog(router, '/cpanel/users');
  await press('Supprimer Afi Dossou');
  await inDialog('Supprimer');
  await findMessage('Erreur lors de la suppression');
});

test('shows the error when a zone or a medicine cannot be updated or deleted', async () => {
  const api = fakeApi();
  api.on(zoneEndpoints.listZones, () => ({ zones: [zone], total: 1 }));
  const medication = aMedication({ _id: zone._id, label: 'Zinc 20 mg', price: 500 });
  api.on(medicationEndpoints.listMedications, () => ({ medications: [medication], total: 1 }));
  api.on(medicationEndpoints.listMedicationCreators, () => ({ creators: [], total: 0 }));
  const { updateMedication, deleteMedication } = medicationEndpoints;
  for (const write of [
    zoneEndpoints.updateZone,
    zoneEndpoints.deleteZone,
    updateMedication,
    deleteMedication,
  ])
    api.on(write, noResponse);
  const router = showTo(aUser({ type: 'superAdmin' }), <ControlPanel />, '/cpanel?tab=zones');
  for (const [tab, resource, unsaved, undeleted] of [
    ['zones', zone.label, 'Erreur lors de la sauvegarde', 'Erreur lors de la suppression'],
    ['medications', medication.label, 'Erreur sauvegarde', 'Erreur suppression'],
  ] as const) {
    await closeDialog(router, `/cpanel?tab=${tab}`);
    await press(`Modifier ${resource}`);
    await screen.findByLabelText('Nom');
    await inDialog('Enregistrer');
    await findMessage(unsaved);
    await closeDialog(router, `/cpanel?tab=${tab}`);
    await press(`Supprimer ${resource}`);
    await inDialog('Supprimer');
    await findMessage(undeleted);
  }
});

test('shows the error when a medicine cannot be added to the catalogue', async () => {
  const api = fakeApi();
  api.on(medicationEndpoints.searchMedications, () => ({ medications: [], total: 0 }));
  api.on(medicationEndpoints.createMedication, noResponse);
  showTo(customer, <MedicineSearch onPick={() => {}} />, '/agent-dashboard');
  await type('Ajouter un médicament', 'Coartem');
  await press(/^Ajouter «\sCoartem\s»/);
  await press('Créer et ajouter');
  await findMessage('Erreur création médicament');
});

test('shows the error when a prescription cannot be created', async () => {
  const { api, fillIn } = setUpPrescriptions('/doctor-dashboard?write=new');
  api.on(prescriptionEndpoints.createPrescription, noResponse);
  await fillIn();
  await press('Créer');
  await findMessage('Erreur création ordonnance');
});

test('shows the error when a notification cannot be marked as read', async () => {
  window.localStorage.setItem('soundEnabled', 'false');
  const api = fakeApi();
  api.on(notificationEndpoints.listNotifications, () => notificationsOf(...someNotifications(1)));
  api.on(notificationEndpoints.readAllNotifications, noResponse);
  showTo(customer, <NotificationBell />, '/dashboard');
  await press('Notifications, 1 non lue');
  await press('Tout marquer comme lu');
  await findMessage("Erreur lors de l'opération");
  expect(screen.getByRole('dialog')).toBeDefined();
});

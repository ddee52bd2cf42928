import { fileEndpoints } from '@amasin/domain/files/endpoints.ts';
import { insuranceEndpoints } from '@amasin/domain/insurance/endpoints.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FileView } from '../../files/FileView.tsx';
import { NETWORK_MESSAGE } from '../../lib/api/api-error.ts';
import { Preparing } from '../../orders/preparing/Preparing.tsx';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { aListOf, anOrder } from '../../testing/orders.ts';
import { aUser } from '../../testing/people.ts';
import { showPage } from '../../testing/show-page.tsx';
import Profile from '../customer/profile.tsx';
import { customer, press, showTo, type } from '../no-response/no-response.fixture.tsx';
import UsersAdmin from '../staff/cpanel-users.tsx';

/** Code that the line does not bring. What has come stays, so each test loses code that none before has brought. */
const lost = vi.hoisted(() => new Set<string>());
const onTheLine = vi.hoisted(() => async (name: string, original: () => Promise<object>) => {
  const module = await original();
  return new Proxy(module, {
    get(target, word) {
      if (lost.has(name)) throw new TypeError('Failed to fetch dynamically imported module');
      return Reflect.get(target, word);
    },
  });
});
vi.mock('../../ui/dialog/DialogSurface.tsx', (original) => onTheLine('dialog', original));
vi.mock('../../users/profile/OwnDetailsForm.tsx', (original) => onTheLine('details', original));
vi.mock('../../insurance/CardForm.tsx', (original) => onTheLine('card', original));
vi.mock('../../files/FilePicker.tsx', (original) => onTheLine('picker', original));
vi.mock('../../files/viewing/Viewer.tsx', (original) => onTheLine('viewer', original));
vi.mock('../../users/accounts/AccountDialogs.tsx', (original) => onTheLine('accounts', original));
vi.mock('../../users/accounts/form/AccountForm.tsx', (original) => onTheLine('account', original));
vi.mock('../../orders/preparing/OpenOrderToPrepare.tsx', (original) => onTheLine('order', original));

beforeEach(() => lost.clear());

const retry = () => press('Réessayer');

function profile() {
  const api = fakeApi();
  api.on(insuranceEndpoints.readInsurances, () => ({ insuranceCards: [], total: 0 }));
  return showTo(customer, <Profile />, '/profile');
}

test('a dialog whose code does not come says so and leaves the page as it is; the next tap opens it', async () => {
  lost.add('dialog').add('details');
  const router = profile();
  await press('Modifier mes informations');
  await screen.findByText(NETWORK_MESSAGE);
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(screen.getByRole('heading', { name: 'Mon profil' })).toBeTruthy();
  lost.delete('dialog');
  await press('Modifier mes informations');
  const dialog = within(await screen.findByRole('dialog', { name: 'Modifier mes informations' }));
  // The form has code of its own: it is asked for again in its place.
  await dialog.findByText(NETWORK_MESSAGE);
  lost.clear();
  fireEvent.click(dialog.getByRole('button', { name: 'Réessayer' }));
  await dialog.findByLabelText('Nom complet');
});

test('a form keeps what is typed while the code of one of its fields does not come', async () => {
  lost.add('card').add('picker');
  profile();
  await press('Ajouter une carte');
  await screen.findByText(NETWORK_MESSAGE);
  lost.delete('card');
  await retry();
  await type('Nom de l’assurance (facultatif)', 'NSIA');
  await screen.findByText(NETWORK_MESSAGE);
  lost.clear();
  await retry();
  await screen.findByRole('button', { name: /Choisir un fichier/ });
  expect(screen.getByDisplayValue('NSIA')).toBeTruthy();
});

test('a list stays when the code of its dialogs does not come; the next tap opens them', async () => {
  lost.add('accounts').add('account');
  const afi = aUser({ email: 'afi@exemple.bj' });
  const api = fakeApi();
  api.on(userEndpoints.listUsers, () => ({ users: [afi], total: 1 }));
  const router = showPage(<UsersAdmin />, '/cpanel/users?q=afi');
  await press('Modifier Afi Dossou');
  await screen.findByText(NETWORK_MESSAGE);
  await waitFor(() => expect(router.state.location.search).toBe('?q=afi'));
  expect(screen.getByDisplayValue('afi')).toBeTruthy();
  lost.delete('accounts');
  await press('Modifier Afi Dossou');
  const dialog = within(await screen.findByRole('dialog', { name: 'Modifier l’utilisateur' }));
  await dialog.findByText(NETWORK_MESSAGE);
  lost.clear();
  fireEvent.click(dialog.getByRole('button', { name: 'Réessayer' }));
  await dialog.findByLabelText('Nom');
});

test('an order whose code does not come can be asked for again, beside its list', async () => {
  lost.add('order');
  const order = anOrder();
  const api = fakeApi();
  api.on(orderEndpoints.listOrders, () => aListOf(order));
  api.on(orderEndpoints.readOrder, () => ({ order }));
  api.on(orderEndpoints.readTimeline, () => ({ timeline: [], total: 0 }));
  showPage(<Preparing fileLink={() => null} />, `/pharmacy-dashboard?order=${order._id}`);
  await screen.findByText(NETWORK_MESSAGE);
  expect(document.querySelector(`[data-row="${order._id}"]`)).not.toBeNull();
  lost.clear();
  await retry();
  await screen.findByRole('heading', { name: 'À préparer' });
});

test('a file whose viewer does not come can be asked for again in its place', async () => {
  lost.add('viewer');
  const api = fakeApi();
  api.on(fileEndpoints.signFile, () => refuse('FILE_NOT_FOUND'));
  showPage(<FileView fileKey="a-key" name="Ordonnance" />, '/');
  await screen.findByText(NETWORK_MESSAGE);
  lost.clear();
  await retry();
  await screen.findByText('Fichier inaccessible');
});

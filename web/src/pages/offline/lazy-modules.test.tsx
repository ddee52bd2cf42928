import { fileEndpoints } from '@amasin/domain/files/endpoints.ts';
import { insuranceEndpoints } from '@amasin/domain/insurance/endpoints.ts';
import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FileView } from '../../files/FileLink.tsx';
import { NETWORK_MESSAGE } from '../../lib/api-error.ts';
import { keepsNoAddress } from '../../testing/customers/addresses.ts';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { aUser, countsOf } from '../../testing/people.ts';
import { showPage } from '../../testing/show-page.tsx';
import Profile from '../customer/profile.tsx';
import { customer, press, showTo } from '../no-response/no-response.fixture.tsx';
import UsersAdmin from '../staff/cpanel-users.tsx';

/** Lazy modules that fail to load. Loaded modules stay loaded, so each module fails in one test only. */
const failing = vi.hoisted(() => new Set<string>());
const lazyModule = vi.hoisted(() => async (name: string, original: () => Promise<object>) => {
  const module = await original();
  return new Proxy(module, {
    get(target, word) {
      if (failing.has(name)) throw new TypeError('Failed to fetch dynamically imported module');
      return Reflect.get(target, word);
    },
  });
});
vi.mock('../../ui/DialogSurface.tsx', (original) => lazyModule('dialog', original));
vi.mock('../../files/Viewer.tsx', (original) => lazyModule('viewer', original));
vi.mock('../../users/accounts/AccountDialogs.tsx', (original) => lazyModule('accounts', original));

beforeEach(() => failing.clear());

const retry = () => press('Réessayer');

function profile() {
  const api = fakeApi();
  keepsNoAddress(api);
  api.on(insuranceEndpoints.readInsurances, () => ({ insuranceCards: [], total: 0 }));
  return showTo(customer, <Profile />, '/profile');
}

test('a dialog that fails to load shows a message and closes; the next click opens it', async () => {
  failing.add('dialog');
  const router = profile();
  await press('Modifier mes informations');
  await screen.findByText(NETWORK_MESSAGE);
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(screen.getByRole('heading', { name: 'Mon profil' })).toBeTruthy();
  failing.delete('dialog');
  await press('Modifier mes informations');
  const dialog = within(await screen.findByRole('dialog', { name: 'Modifier mes informations' }));
  await dialog.findByLabelText('Nom complet');
});

test('a list remains when its dialogs fail to load; the next click opens them', async () => {
  failing.add('accounts');
  const afi = aUser({ email: 'afi@exemple.bj' });
  const api = fakeApi();
  api.on(userEndpoints.listUsers, () => ({ users: [afi], total: 1 }));
  api.on(statsEndpoints.readUserStats, () => countsOf(afi));
  const router = showPage(<UsersAdmin />, '/cpanel/users?q=afi');
  await press('Modifier Afi Dossou');
  await screen.findByText(NETWORK_MESSAGE);
  await waitFor(() => expect(router.state.location.search).toBe('?q=afi'));
  expect(screen.getByDisplayValue('afi')).toBeTruthy();
  failing.delete('accounts');
  await press('Modifier Afi Dossou');
  const dialog = within(await screen.findByRole('dialog', { name: 'Modifier l’utilisateur' }));
  await dialog.findByLabelText('Nom');
});

test('a file whose viewer fails to load has a retry button in its place', async () => {
  failing.add('viewer');
  const api = fakeApi();
  api.on(fileEndpoints.signFile, () => refuse('FILE_NOT_FOUND'));
  showPage(<FileView fileKey="a-key" name="Ordonnance" />, '/');
  await screen.findByText(NETWORK_MESSAGE);
  failing.clear();
  await retry();
  await screen.findByText('Fichier inaccessible');
});

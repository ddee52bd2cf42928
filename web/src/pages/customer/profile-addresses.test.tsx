import type { Address } from '@amasin/domain/addresses/address.ts';
import { addressEndpoints } from '@amasin/domain/addresses/endpoints.ts';
import { insuranceEndpoints } from '@amasin/domain/insurance/endpoints.ts';
import { zoneEndpoints } from '@amasin/domain/zones/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SessionContext } from '../../session/session-context.ts';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { aUser } from '../../testing/people.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';
import { zone } from './order.fixture.tsx';
import Profile from './profile.tsx';

const home: Address = {
  _id: '0198a000-0000-7000-8000-0000000000f1',
  name: 'Maison',
  zone: zone._id,
  sector: 'Cadjèhoun',
  address: 'Portail gris',
};

function setUp(first: Address[]) {
  const api = fakeApi();
  let addresses = first;
  api.on(insuranceEndpoints.readInsurances, () => ({ insuranceCards: [], total: 0 }));
  api.on(zoneEndpoints.listZones, () => ({ zones: [zone], total: 1 }));
  api.on(addressEndpoints.listAddresses, () => ({ addresses, total: addresses.length }));
  showPage(
    <SessionContext value={aSession(aUser())}>
      <Profile />
    </SessionContext>,
    '/profile',
  );
  const section = () => screen.findByRole('region', { name: 'Mes lieux de livraison' });
  return { api, section, now: (changed: Address[]) => (addresses = changed) };
}

const save = () => fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));

test('adds a place: name, quarter and landmark', async () => {
  const { api, section, now } = setUp([]);
  api.on(addressEndpoints.createAddress, ({ body }) => {
    const { _id, ...fields } = home;
    expect(body).toEqual(fields);
    now([home]);
    return { address: home };
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Ajouter un lieu' }));
  await screen.findByRole('dialog', { name: 'Ajouter un lieu' });
  const name = await screen.findByLabelText('Nom');
  const quarter = await screen.findByRole('combobox', { name: 'Votre quartier' });
  save();
  for (const text of ['Nom requis', 'Zone requise', 'Adresse requise'])
    expect(await screen.findByText(text)).toBeDefined();
  fireEvent.change(name, { target: { value: 'Maison' } });
  fireEvent.focus(quarter);
  fireEvent.change(quarter, { target: { value: 'cadj' } });
  fireEvent.keyDown(quarter, { key: 'Enter' });
  fireEvent.change(screen.getByLabelText('Adresse'), { target: { value: 'Portail gris' } });
  save();
  await screen.findByText('Lieu gardé');
  await waitFor(async () => expect((await section()).textContent).toContain('Cadjèhoun, Portail gris'));
});

test('changes a place, and shows that its name is taken', async () => {
  const { api, section, now } = setUp([home]);
  api.on(addressEndpoints.updateAddress, () => refuse('ADDRESS_EXISTS'));
  fireEvent.click(await screen.findByRole('button', { name: 'Modifier Maison' }));
  const name = await screen.findByLabelText<HTMLInputElement>('Nom');
  expect(name.value).toBe('Maison');
  fireEvent.change(name, { target: { value: 'Travail' } });
  save();
  expect((await screen.findAllByText('Un de vos lieux porte déjà ce nom')).length).toBeGreaterThan(0);
  api.on(addressEndpoints.updateAddress, ({ path }) => {
    expect(path).toBe(`/api/addresses/${home._id}`);
    now([{ ...home, name: 'Bureau' }]);
    return { address: { ...home, name: 'Bureau' } };
  });
  fireEvent.change(name, { target: { value: 'Bureau' } });
  save();
  await screen.findByText('Lieu modifié');
  await waitFor(async () => expect((await section()).textContent).toContain('Bureau'));
});

test('removes a place after a confirmation', async () => {
  const { api, now } = setUp([home]);
  api.on(addressEndpoints.deleteAddress, () => {
    now([]);
    return null;
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Retirer Maison' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Retirer Maison ?' }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Retirer' }));
  await screen.findByText('Lieu retiré');
  await screen.findByText('Aucun lieu gardé');
});

test('says that a place is in a zone which is no longer served', async () => {
  const { section } = setUp([{ ...home, zone: '0198a000-0000-7000-8000-0000000000b9' }]);
  await waitFor(async () =>
    expect((await section()).textContent).toContain('Nous ne livrons plus dans cette zone.'),
  );
});

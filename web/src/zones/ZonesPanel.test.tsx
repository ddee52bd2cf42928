import { zoneEndpoints } from '@amasin/domain/zones/endpoints.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aZone } from '../testing/catalogue.ts';
import { fakeApi, refuse } from '../testing/fake-api.ts';
import { plain } from '../testing/plain.ts';
import { showPage } from '../testing/show-page.tsx';
import { ZonesPanel } from './ZonesPanel.tsx';

const sectors = Array.from({ length: 18 }, (_, n) => `Quartier ${n + 1}`);
const north = aZone({
  _id: 'z1',
  label: 'Nord',
  sectors: [...sectors, 'Cadjèhoun'],
  aliases: ['Grand marché'],
  price: 1_000,
  town: 'Ouidah',
});
const south = aZone({ _id: 'z2', label: 'Sud', sectors: [], price: 0 });

function serve(zones: Zone[] = [north, south]) {
  const api = fakeApi();
  const held = { zones };
  api.on(zoneEndpoints.listZones, () => ({ zones: held.zones, total: held.zones.length }));
  api.on(zoneEndpoints.createZone, () => ({ zone: south }));
  api.on(zoneEndpoints.updateZone, () => ({ zone: north }));
  api.on(zoneEndpoints.deleteZone, ({ path }) => {
    held.zones = held.zones.filter(({ _id }) => !path.includes(_id));
    return null;
  });
  const sentChanges = () =>
    api.sent.filter(({ method }) => method !== 'GET').map(({ method, body }) => ({ method, body }));
  return { api, held, sentChanges };
}

const show = (more = '') => showPage(<ZonesPanel />, `/cpanel?tab=zones${more}`);
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Zones' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => plain(textContent));
const first = 'Quartier 1Quartier 2Quartier 3Quartier 4Quartier 5';

test('shows names, some sectors and fees; a searched sector comes first', async () => {
  serve();
  const router = show();
  expect(await rows()).toEqual([
    `Nord19 quartiers1 000 F${first}Quartier 6et 13 autresModifierSupprimer`,
    'Sud0 quartier0 FAucun quartierModifierSupprimer',
  ]);
  fireEvent.change(screen.getByLabelText('Chercher une zone'), { target: { value: 'CADJEHOUN' } });
  await waitFor(() => expect(router.state.location.search).toBe('?tab=zones&q=CADJEHOUN'));
  await waitFor(async () =>
    expect(await rows()).toEqual([`Nord19 quartiers1 000 FCadjèhoun${first}et 13 autresModifierSupprimer`]),
  );
  fireEvent.change(screen.getByLabelText('Chercher une zone'), { target: { value: 'nulle part' } });
  await screen.findByRole('heading', { name: 'Aucune zone ne correspond' });
  await press('Voir toutes les zones');
  await waitFor(async () => expect(await rows()).toHaveLength(2));
});

test('finds a zone by a known place', async () => {
  serve();
  show('&q=grand%20marche');
  expect(await rows()).toEqual([expect.stringMatching(/^Nord/)]);
});

test('adds a zone with its sectors: trimmed, without empty or duplicate ones, including one still in the field', async () => {
  const { sentChanges } = serve();
  const router = show();
  await press('Ajouter une zone');
  expect(router.state.location.search).toBe('?tab=zones&zone=nouvelle');
  const dialog = within(await screen.findByRole('dialog', { name: 'Nouvelle zone' }));
  const field = await dialog.findByLabelText<HTMLInputElement>('Quartiers');
  const add = (sector: string) => {
    fireEvent.change(field, { target: { value: sector } });
    fireEvent.keyDown(field, { key: 'Enter' });
  };
  add('  ');
  add(' Agla ');
  add('Zogbo');
  expect(field.value).toBe('');
  add('AGLA');
  await dialog.findByText('Ce quartier est déjà dans la liste');
  fireEvent.click(dialog.getByRole('button', { name: 'Retirer Zogbo' }));
  fireEvent.change(field, { target: { value: 'Fidjrossè' } });
  fireEvent.change(dialog.getByLabelText('Lieux connus'), { target: { value: ' Étoile Rouge' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Ajouter' }));
  await dialog.findByText('Nom requis');
  await dialog.findByText('Frais requis');
  expect(sentChanges()).toEqual([]);
  fireEvent.change(dialog.getByLabelText('Nom'), { target: { value: 'Ouest' } });
  fireEvent.change(dialog.getByLabelText('Frais de livraison (FCFA)'), { target: { value: '1 500' } });
  const town = dialog.getByLabelText<HTMLInputElement>('Commune');
  expect(town.value).toBe('Cotonou');
  fireEvent.change(town, { target: { value: ' ' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Ajouter' }));
  await dialog.findByText('Commune requise');
  expect(sentChanges()).toEqual([]);
  fireEvent.change(town, { target: { value: 'Abomey-Calavi' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Ajouter' }));
  await screen.findByText('Zone ajoutée');
  expect(sentChanges()).toEqual([
    {
      method: 'POST',
      body: {
        label: 'Ouest',
        town: 'Abomey-Calavi',
        sectors: ['Agla', 'Fidjrossè'],
        aliases: ['Étoile Rouge'],
        price: 1500,
        location: null,
      },
    },
  ]);
  await waitFor(() => expect(router.state.location.search).toBe('?tab=zones'));
});

test('updates a zone; a taken name is an error under the name', async () => {
  const { api, sentChanges } = serve();
  show();
  await press('Modifier Nord');
  const dialog = within(await screen.findByRole('dialog', { name: 'Modifier la zone' }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Retirer Cadjèhoun' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Retirer Grand marché' }));
  fireEvent.change(dialog.getByLabelText('Latitude'), { target: { value: '6.3667, 2.0833' } });
  api.on(zoneEndpoints.updateZone, () => refuse('ZONE_EXISTS'));
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await dialog.findByText('Une zone porte déjà ce nom');
  api.on(zoneEndpoints.updateZone, () => ({ zone: north }));
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await screen.findByText('Zone modifiée');
  expect(sentChanges().at(-1)).toEqual({
    method: 'PUT',
    body: { sectors, aliases: [], location: { coordinates: [2.0833, 6.3667] } },
  });
});

test('sends only what was changed in the form: what another person saved meanwhile remains', async () => {
  const { api, held, sentChanges } = serve();
  show();
  await press('Modifier Nord');
  const dialog = within(await screen.findByRole('dialog', { name: 'Modifier la zone' }));
  fireEvent.change(await dialog.findByLabelText('Nom'), { target: { value: 'Sud' } });
  fireEvent.change(dialog.getByLabelText('Frais de livraison (FCFA)'), { target: { value: '1000 F' } });
  fireEvent.change(dialog.getByLabelText('Lieux connus'), { target: { value: 'grand marché' } });
  held.zones = [{ ...north, sectors: ['Agla'], price: 1_500 }, south];
  api.on(zoneEndpoints.updateZone, () => refuse('ZONE_EXISTS'));
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await dialog.findByText('Une zone porte déjà ce nom');
  // The list behind the form has the other person's fee.
  await screen.findByText(/^1\s500\sF$/);
  fireEvent.change(dialog.getByLabelText('Nom'), { target: { value: 'Nord-Est' } });
  api.on(zoneEndpoints.updateZone, () => ({ zone: north }));
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await screen.findByText('Zone modifiée');
  expect(sentChanges().map(({ body }) => body)).toEqual([{ label: 'Sud' }, { label: 'Nord-Est' }]);
});

test('deletes a zone after a confirmation that describes it', async () => {
  serve();
  show();
  await press('Supprimer Nord');
  const dialog = await screen.findByRole('dialog', { name: 'Supprimer cette zone ?' });
  expect(plain(dialog.textContent)).toContain('Nord, 19 quartiers.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Supprimer' }));
  await screen.findByText('Zone supprimée');
  await waitFor(async () => expect(await rows()).toHaveLength(1));
});

test('shows an empty state without zones, and a retry when loading fails', async () => {
  const { api } = serve([]);
  api.on(zoneEndpoints.listZones, () => refuse('INTERNAL'));
  show();
  const retryButton = await screen.findByRole('button', { name: 'Réessayer' });
  api.on(zoneEndpoints.listZones, () => ({ zones: [], total: 0 }));
  fireEvent.click(retryButton);
  await screen.findByRole('heading', { name: 'Aucune zone pour l’instant' });
});

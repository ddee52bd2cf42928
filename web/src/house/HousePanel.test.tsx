import { houseEndpoints } from '@amasin/domain/house/endpoints.ts';
import type { HouseState } from '@amasin/domain/house/settings.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, networkError, refuse } from '../testing/fake-api.ts';
import { plain } from '../testing/plain.ts';
import { showPage } from '../testing/show-page.tsx';
import { HousePanel } from './HousePanel.tsx';

const start: HouseState = {
  version: 3,
  saved: { promiseMinutes: 90 },
  environment: {
    contactPhone: '+2290196112233',
    contactEmail: 'aide@exemple.bj',
    contactPlace: 'Cotonou, Bénin',
    promiseMinutes: 120,
    registerCustomers: true,
    registerPharmacies: true,
    registerPrescribers: true,
    maintenance: false,
    insuranceStrict: false,
    uncheckedInsuranceLimit: 20_000,
    refusedClaim: 'platform',
  },
};

function serve() {
  const api = fakeApi();
  const held = { state: start };
  api.on(houseEndpoints.readSettings, () => held.state);
  api.on(houseEndpoints.changeSettings, ({ body }) => {
    const { version, ...saved } = body as { version: number };
    if (version !== held.state.version) return refuse('SETTINGS_CHANGED');
    held.state = { ...held.state, version: version + 1, saved: { ...held.state.saved, ...saved } };
    return held.state;
  });
  showPage(<HousePanel />, '/cpanel?tab=reglages');
  return { api, held, sent: () => api.sent.filter(({ method }) => method === 'PUT').map(({ body }) => body) };
}
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const type = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
const save = async () => fireEvent.click(await screen.findByRole('button', { name: 'Enregistrer' }));

test('only what was changed is sent; a blank field returns to the server’s setting', async () => {
  const { sent } = serve();
  expect((await field('Délai promis (minutes)')).value).toBe('90');
  expect(plain(document.body.textContent)).toContain(
    'Aujourd’hui : 90 minutes. Sans valeur ici : 120 minutes.',
  );
  await type('Délai promis (minutes)', '');
  await type('Limite des cartes non vérifiées (FCFA)', '15 000');
  await save();
  await screen.findByText('Réglages enregistrés');
  expect(sent()).toEqual([{ version: 3, promiseMinutes: null, uncheckedInsuranceLimit: 15_000 }]);
});

test('says under a field what is wrong, and sends nothing', async () => {
  const { sent } = serve();
  await type('Téléphone', '12');
  await type('Délai promis (minutes)', 'deux heures');
  await save();
  await screen.findByText('Format de téléphone invalide');
  await screen.findByText('Indiquez un nombre entier');
  expect(sent()).toEqual([]);
});

test('a change of another person is shown before anything is overwritten', async () => {
  const { held, sent } = serve();
  await type('Lieu', 'Parakou');
  held.state = { ...start, version: 4, saved: { promiseMinutes: 60 } };
  await save();
  await screen.findAllByText(/modifiés entre-temps/);
  await screen.findByText(/Aujourd’hui.*60.*minutes/);
  expect((await field('Lieu')).value).toBe('Parakou');
  await save();
  await screen.findByText('Réglages enregistrés');
  expect(sent().at(-1)).toEqual({ version: 4, contactPlace: 'Parakou' });
  expect(held.state.saved).toEqual({ promiseMinutes: 60, contactPlace: 'Parakou' });
});

test('nothing that was typed is lost without a network', async () => {
  const { api } = serve();
  api.on(houseEndpoints.changeSettings, () => networkError);
  await type('Lieu', 'Parakou');
  await save();
  await screen.findAllByText(/Vérifiez votre réseau/);
  expect((await field('Lieu')).value).toBe('Parakou');
});

test('registrations are closed and left to the server', async () => {
  const { sent } = serve();
  await type('Ouvrir aux pharmacies', 'non');
  await save();
  await screen.findByText('Réglages enregistrés');
  await type('Ouvrir aux pharmacies', '');
  await save();
  await expect.poll(sent).toEqual([
    { version: 3, registerPharmacies: false },
    { version: 4, registerPharmacies: null },
  ]);
});

test('closing the service is asked first', async () => {
  const { sent } = serve();
  await type('Suspendre le service', 'oui');
  await save();
  fireEvent.click(await screen.findByRole('button', { name: 'Annuler' }));
  await save();
  expect(sent()).toEqual([]);
  fireEvent.click(await screen.findByRole('button', { name: 'Suspendre' }));
  await screen.findByText('Réglages enregistrés');
  expect(sent()).toEqual([{ version: 3, maintenance: true }]);
});

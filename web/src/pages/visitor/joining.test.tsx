import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { SessionContext } from '../../session/session-context.ts';
import { fakeApi, networkError, refuse } from '../../testing/fake-api.ts';
import { aUser } from '../../testing/people.ts';
import { showPage } from '../../testing/show-page.tsx';
import RegisterPartner from './register-partner.tsx';
import RegisterPharmacy from './register-pharmacy.tsx';
import { visitor } from './visitor.fixture.ts';

const typed = {
  name: 'Pharmacie du Lac',
  email: 'lac@exemple.bj',
  phone: '01 97 11 22 33',
  password: 'demo',
  address: 'Face au marché\nportail bleu',
};

function show(page: 'pharmacy' | 'partner') {
  const api = fakeApi();
  api.on(userEndpoints.registerPartner, () => ({ user: aUser({ type: 'pharmacy', active: false }) }));
  const router = showPage(
    <SessionContext value={visitor}>
      {page === 'pharmacy' ? <RegisterPharmacy /> : <RegisterPartner />}
    </SessionContext>,
    `/register-${page}`,
  );
  return { api, router };
}

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const fill = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
function fillAll() {
  fill(/^Nom/, typed.name);
  fill(/^Email/, typed.email);
  fill(/^Téléphone/, typed.phone);
  fill(/^Mot de passe/, typed.password);
  fill(/^Adresse/, typed.address);
}

/** A device with this position, or without geolocation. */
function device(locate: ((found: PositionCallback, failed: () => void) => void) | null) {
  const asked: unknown[] = [];
  const geolocation = {
    getCurrentPosition: (found: PositionCallback, failed: () => void, how: unknown) => {
      asked.push(how);
      locate?.(found, failed);
    },
  };
  if (locate !== null) {
    Object.defineProperty(navigator, 'geolocation', { configurable: true, value: geolocation });
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'geolocation');
    });
  }
  return asked;
}

/** What was sent to sign up; the page also asks whether registrations are open. */
const posted = (api: ReturnType<typeof fakeApi>) =>
  api.sent.filter(({ method }) => method === 'POST').map(({ body }) => body);

test('a pharmacy signs up with the device’s position, longitude first, and is redirected to /login', async () => {
  const asked = device((found) =>
    found({ coords: { longitude: 2.39123, latitude: 6.37034 } } as GeolocationPosition),
  );
  const { api, router } = show('pharmacy');
  expect(
    screen.getByText('La localisation est requise pour permettre aux clients de trouver la pharmacie'),
  ).toBeDefined();
  fillAll();
  press('Récupérer ma position');
  await screen.findByText('Localisation récupérée avec succès');
  expect(asked).toEqual([{ enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 }]);
  press('Inscrire ma pharmacie');
  await screen.findByText('Pharmacie enrégistrée avec succès !');
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(router.state.location.state).toEqual({ signedUp: 'pharmacy' });
  expect(posted(api)).toEqual([
    { ...typed, type: 'pharmacy', titrePartenaire: '', location: { coordinates: [2.39123, 6.37034] } },
  ]);
});

test.each([
  ['a device that refuses', () => device((_, failed) => failed()), 'Impossible de récupérer la localisation'],
  ['a browser without geolocation', () => device(null), 'Géolocalisation non supportée par votre navigateur'],
] as const)('%s: shows an error; the pharmacy can still sign up', async (_, prepare, message) => {
  prepare();
  const { api } = show('pharmacy');
  press('Récupérer ma position');
  await screen.findByText(message);
  fillAll();
  press('Inscrire ma pharmacie');
  await screen.findByText('Pharmacie enrégistrée avec succès !');
  expect(posted(api)[0]).toMatchObject({ type: 'pharmacy', location: null });
});

test('a professional selects a title in French; missing fields are named one by one', async () => {
  const { api } = show('partner');
  press('S’inscrire');
  for (const message of [
    'Titre requis',
    'Nom requis',
    'Email requis',
    'Téléphone requis',
    'Mot de passe requis',
    'Adresse requis',
  ]) {
    await screen.findByText(message);
  }
  expect(document.activeElement).toBe(field(/^Titre/));
  expect(posted(api)).toEqual([]);
  fillAll();
  fill(/^Titre/, 'kinesitherapeute');
  expect(screen.getByText('Kinésithérapeute')).toBeDefined();
  press('S’inscrire');
  await screen.findByText(
    'Inscription réussie, vous pouvez maintenant vous connecter et prescrire des ordonnaces !',
  );
  expect(posted(api)[0]).toMatchObject({
    ...typed,
    type: 'partnerDoctor',
    titrePartenaire: 'kinesitherapeute',
  });
});

test('shows a taken e-mail or phone number under its field, and keeps the typed values', async () => {
  const { api } = show('partner');
  fillAll();
  fill(/^Titre/, 'docteur');
  for (const [code, label] of [
    ['EMAIL_TAKEN', /^Email/],
    ['PHONE_TAKEN', /^Téléphone/],
  ] as const) {
    api.on(userEndpoints.registerPartner, () => refuse(code));
    press('S’inscrire');
    await waitFor(() => expect(field(label).getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(field(label));
  }
  expect(field(/^Nom/).value).toBe(typed.name);
  expect(field(/^Mot de passe/).value).toBe(typed.password);
  expect(field(/^Titre/).value).toBe('docteur');
});

test('a taken e-mail after a lost response says that the account may exist, and leads to the partners’ sign-in page', async () => {
  const { api } = show('partner');
  fillAll();
  fill(/^Titre/, 'docteur');
  const signIn = () => screen.queryByRole('link', { name: 'connectez-vous' });
  api.on(userEndpoints.registerPartner, () => networkError);
  press('S’inscrire');
  await screen.findAllByText(/^Erreur lors de l'inscription/);
  expect(signIn()).toBeNull();
  api.on(userEndpoints.registerPartner, () => refuse('EMAIL_TAKEN'));
  press('S’inscrire');
  await waitFor(() => expect(signIn()?.getAttribute('href')).toBe('/admin'));
});

test('after a lost response, a pharmacy reads that an administrator activates it first', async () => {
  const { api } = show('pharmacy');
  fillAll();
  api.on(userEndpoints.registerPartner, () => networkError);
  press('Inscrire ma pharmacie');
  await screen.findAllByText(/^Erreur lors de l'enrégistrement/);
  api.on(userEndpoints.registerPartner, () => refuse('EMAIL_TAKEN'));
  press('Inscrire ma pharmacie');
  await screen.findByText(/^Votre compte a peut-être déjà été créé/);
  screen.getByText(/Un administrateur active d’abord les pharmacies\.$/);
});

import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { refuse } from '../../testing/fake-api.ts';
import { afi, kora, press, root, serve, show } from './accounts.fixture.tsx';

test('creates a pharmacy with the position of the device', async () => {
  const { sentChanges } = serve();
  const router = show();
  await press('Nouvel utilisateur');
  expect(router.state.location.search).toBe('?compte=nouveau');
  const dialog = within(await screen.findByRole('dialog', { name: 'Nouvel utilisateur' }));
  await dialog.findByLabelText('Compte actif');
  const choose = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  choose('Type', 'pharmacy');
  fireEvent.click(dialog.getByRole('button', { name: 'Créer' }));
  await dialog.findByText('La localisation est requise pour les pharmacies');
  for (const said of [
    'Nom requis',
    'Email requis',
    'Téléphone requis',
    'Mot de passe requis',
    'Adresse requis',
  ])
    expect(dialog.getByText(said)).toBeDefined();
  expect(sentChanges()).toEqual([]);

  const places: GeolocationCoordinates[] = [
    { longitude: 2.39123456, latitude: 6.37 } as GeolocationCoordinates,
  ];
  placed((found, failed) => {
    const coords = places.pop();
    if (coords) found({ coords } as GeolocationPosition);
    else failed?.({} as GeolocationPositionError);
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Récupérer ma position' }));
  await screen.findByText('Localisation récupérée avec succès');
  expect(dialog.getByLabelText<HTMLInputElement>('Latitude').value).toBe('6,37');
  expect(dialog.getByLabelText<HTMLInputElement>('Longitude').value).toBe('2,39123');
  fireEvent.click(dialog.getByRole('button', { name: 'Récupérer ma position' }));
  await screen.findByText('Impossible de récupérer la localisation');
  choose('Nom', 'Pharmacie Étoile');
  choose('Pharmacien titulaire (facultatif)', 'Sèna Dossa');
  choose('Autorisation d’ouverture (facultatif)', 'Arrêté 12');
  choose('Autorisée depuis le (facultatif)', '2024-05-02');
  choose('Autorisée jusqu’au (facultatif)', '2027-05-01');
  choose('Numéro à l’Ordre des pharmaciens (facultatif)', '345');
  choose('Email', 'etoile@exemple.bj');
  choose('Téléphone', '96 11 22 33');
  choose('Mot de passe', 'demo');
  choose('Adresse', 'Akpakpa');
  fireEvent.click(dialog.getByRole('button', { name: 'Créer' }));
  await screen.findByText('Utilisateur créé');
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(sentChanges()).toMatchObject([
    {
      method: 'POST',
      body: {
        name: 'Pharmacie Étoile',
        type: 'pharmacy',
        phone: '96 11 22 33',
        password: 'demo',
        location: { coordinates: [2.39123456, 6.37] },
        pharmacist: 'Sèna Dossa',
        licenceNumber: 'Arrêté 12',
        licenceFrom: '2024-05-02',
        licenceUntil: '2027-05-01',
        orderNumber: '345',
        active: true,
        isPartner: true,
      },
    },
  ]);
});

test('a position is typed or pasted, and must be in Benin', async () => {
  const pharmacy = { ...afi, type: 'pharmacy', email: 'p@exemple.bj', address: 'Zogbo' } as const;
  const { sentChanges } = serve([{ ...pharmacy, location: { coordinates: [2.4, 6.4] } }]);
  show(`?compte=${afi._id}`);
  const latitude = await screen.findByLabelText<HTMLInputElement>('Latitude');
  const longitude = screen.getByLabelText<HTMLInputElement>('Longitude');
  expect([latitude.value, longitude.value]).toEqual(['6,4', '2,4']);
  for (const wrong of ['', 'ici', '2,39']) {
    fireEvent.change(latitude, { target: { value: wrong } });
    fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    await screen.findByText(/^Position au Bénin attendue : latitude de 6 à 12,5, longitude de 0,7 à 3,9$/);
  }
  expect(sentChanges()).toEqual([]);
  fireEvent.change(longitude, { target: { value: '6.3703, 2.3912' } });
  expect([latitude.value, longitude.value]).toEqual(['6.3703', '2.3912']);
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await screen.findByText('Utilisateur mis à jour');
  expect(sentChanges()).toMatchObject([{ body: { location: { coordinates: [2.3912, 6.3703] } } }]);
});

test('an e-mail and an address are required to create a customer, but not to update one', async () => {
  const bare = { ...afi, email: null, address: null };
  const { sentChanges } = serve([bare]);
  const router = show('?compte=nouveau');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(await dialog.findByLabelText('Type'), { target: { value: 'customer' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Créer' }));
  await dialog.findByText('Email requis');
  await dialog.findByText('Adresse requis');
  expect(sentChanges()).toEqual([]);

  await router.navigate(`/cpanel/users?compte=${bare._id}`);
  await screen.findByLabelText('Email (facultatif)');
  await screen.findByLabelText('Adresse (facultatif)');
  await press('Enregistrer');
  await screen.findByText('Utilisateur mis à jour');
});

test('shows an error when the browser has no geolocation', async () => {
  serve();
  show('?compte=nouveau');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(await dialog.findByLabelText('Type'), { target: { value: 'pharmacy' } });
  await press('Récupérer ma position');
  await screen.findByText('Géolocalisation non supportée par votre navigateur');
});

test('an account update sends no empty password, and shows a taken telephone under its field', async () => {
  const { api, sentChanges } = serve();
  const router = show();
  await press('Modifier Kora');
  const dialog = within(await screen.findByRole('dialog', { name: 'Modifier l’utilisateur' }));
  const title = await dialog.findByLabelText<HTMLSelectElement>('Titre');
  expect(title.value).toBe('docteur');
  expect(
    [...dialog.getByLabelText<HTMLSelectElement>('Type').options].map(({ value }) => value),
  ).not.toContain('superAdmin');
  fireEvent.change(title, { target: { value: '' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await dialog.findByText('Veuillez spécifier le titre du professionnel de santé');
  fireEvent.change(title, { target: { value: 'infirmier' } });
  api.on(userEndpoints.updateUser, () => refuse('PHONE_TAKEN'));
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await dialog.findByText('Un compte existe déjà avec ce numéro');
  api.on(userEndpoints.updateUser, () => ({ user: kora }));
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await screen.findByText('Utilisateur mis à jour');
  const { body } = sentChanges().at(-1) as { body: object };
  expect(body).toMatchObject({ titrePartenaire: 'infirmier', verified: false, active: true });
  expect(body).not.toHaveProperty('password');
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('the URL opens an account that is not in the list, but no super administrator’s', async () => {
  const { api } = serve([kora]);
  api.on(userEndpoints.readUser, ({ path }) => ({ user: path.includes(root._id) ? root : afi }));
  const router = show(`?compte=${afi._id}`);
  await waitFor(async () =>
    expect((await screen.findByLabelText<HTMLInputElement>('Nom')).value).toBe('Afi Dossou'),
  );
  await router.navigate(`/cpanel/users?compte=${root._id}`);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

function placed(locate: Geolocation['getCurrentPosition']) {
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { getCurrentPosition: locate },
  });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'geolocation');
  });
}

import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { aUser } from '../../testing/people.ts';
import { showPage } from '../../testing/show-page.tsx';
import UsersAdmin from './cpanel-users.tsx';

const id = (n: number) => `0198a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const afi = aUser({ _id: id(1), email: 'afi@exemple.bj' });
const kora = aUser({
  _id: id(2),
  name: 'Kora',
  type: 'partnerDoctor',
  titrePartenaire: 'docteur',
  verified: false,
  email: 'kora@exemple.bj',
  address: 'Cadjèhoun',
});
const root = aUser({ _id: id(3), name: 'Racine', type: 'superAdmin', email: 'racine@exemple.bj' });
const off = aUser({ _id: id(4), name: 'Éteint', type: 'deliveryPerson', active: false });

/** A server that holds these accounts; it filters nothing, and keeps what it is told. */
function serve(users: User[] = [afi, kora, root, off], total = users.length) {
  const api = fakeApi();
  const held = { users, total };
  const put = (path: string, change: object) => {
    held.users = held.users.map((one) => (path.includes(one._id) ? { ...one, ...change } : one));
    return { user: held.users.find(({ _id }) => path.includes(_id)) ?? afi };
  };
  api.on(userEndpoints.listUsers, () => ({ users: held.users, total: held.total }));
  api.on(userEndpoints.updateUser, ({ path, body }) => put(path, body as object));
  api.on(userEndpoints.toggleUser, ({ path, body }) => put(path, body as object));
  api.on(userEndpoints.createUser, () => ({ user: afi }));
  api.on(userEndpoints.deleteUser, ({ path }) => {
    held.users = held.users.filter(({ _id }) => !path.includes(_id));
    return null;
  });
  const written = () =>
    api.sent.filter(({ method }) => method !== 'GET').map(({ method, body }) => ({ method, body }));
  const asked = () => api.sent.findLast(({ method }) => method === 'GET')?.query;
  return { api, held, written, asked };
}

const show = (more = '') => showPage(<UsersAdmin />, `/cpanel/users${more}`);
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Comptes' }))
    .getAllByRole('listitem')
    .map((row) => ({
      text: row.textContent?.replaceAll('\u00a0', ' '),
      actions: within(row)
        .queryAllByRole('button')
        .map((one) => one.getAttribute('aria-label')),
    }));

test('shows who there is and what can be done; nothing for a super administrator', async () => {
  serve();
  show();
  const shown = await rows();
  expect(shown.map(({ actions }) => actions)).toEqual([
    ['Modifier Afi Dossou', 'Désactiver Afi Dossou', 'Supprimer Afi Dossou'],
    ['Vérifier Kora', 'Modifier Kora', 'Désactiver Kora', 'Supprimer Kora'],
    [],
    ['Modifier Éteint', 'Activer Éteint', 'Supprimer Éteint'],
  ]);
  expect(shown[1]?.text).toContain('Docteur Korakora@exemple.bjProfessionnel de santéNon vérifié');
  expect(shown[3]?.text).toContain('Sans emailLivreur01 97 00 00 01Désactivé');
  expect(screen.getByText(/^4\scomptes$/)).toBeDefined();
});

test('filters live in the address, are sent, and can be undone', async () => {
  const { asked } = serve();
  const router = show();
  await type('Type', 'agent');
  await type('Statut', 'false');
  await type('Chercher un compte', 'mari');
  await waitFor(() => expect(router.state.location.search).toBe('?type=agent&active=false&q=mari'));
  await waitFor(() =>
    expect(asked()).toMatchObject({ q: 'mari', type: 'agent', active: 'false', page: '1' }),
  );
  await press('Tout effacer');
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('`/` leads to the search, but not out of a field', async () => {
  serve();
  show();
  await rows();
  fireEvent.keyDown(document.body, { key: '/' });
  expect(document.activeElement).toBe(screen.getByLabelText('Chercher un compte'));
});

test('long lists have pages', async () => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  const { asked } = serve([afi], 120);
  const router = show('?q=a');
  await screen.findByText('Page 1 sur 3');
  await press('Suivante');
  await screen.findByText('Page 2 sur 3');
  expect(router.state.location.search).toBe('?q=a&page=2');
  await waitFor(() => expect(asked()).toMatchObject({ page: '2', q: 'a' }));
});

test('an account is switched, a prescriber verified', async () => {
  const { written } = serve();
  show();
  await press('Désactiver Afi Dossou');
  await screen.findByText('Statut mis à jour');
  await screen.findByRole('button', { name: 'Activer Afi Dossou' });
  await press('Vérifier Kora');
  await screen.findByText('Utilisateur mis à jour');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Vérifier Kora' })).toBeNull());
  expect(written()).toEqual([
    { method: 'PATCH', body: { active: false } },
    { method: 'PUT', body: { verified: true } },
  ]);
});

test('somebody is removed after a question with their name', async () => {
  const { written } = serve();
  show();
  await press('Supprimer Afi Dossou');
  const dialog = await screen.findByRole('dialog', { name: 'Supprimer Afi Dossou ?' });
  expect(dialog.textContent).toContain('Client, afi@exemple.bj.');
  expect(written()).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Supprimer' }));
  await screen.findByText('Utilisateur supprimé');
  await waitFor(async () => expect(await rows()).toHaveLength(3));
  await press('Supprimer Kora');
  await screen.findByRole('dialog', { name: 'Supprimer Kora ?' });
});

test('whoever is still needed stays, and the screen says why', async () => {
  const { api } = serve();
  api.on(userEndpoints.deleteUser, () => refuse('OPEN_ORDERS'));
  show(`?suppression=${afi._id}`);
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Supprimer' }));
  await screen.findByText('Cette personne a encore des commandes en cours');
  expect(await rows()).toHaveLength(4);
});

test('a pharmacy is made with the place of the device', async () => {
  const { written } = serve();
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
  expect(written()).toEqual([]);

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
  fireEvent.click(dialog.getByRole('button', { name: '6,37000 ; 2,39123 · Changer' }));
  await screen.findByText('Impossible de récupérer la localisation');
  choose('Nom', 'Pharmacie Étoile');
  choose('Email', 'etoile@exemple.bj');
  choose('Téléphone', '96 11 22 33');
  choose('Mot de passe', 'demo');
  choose('Adresse', 'Akpakpa');
  fireEvent.click(dialog.getByRole('button', { name: 'Créer' }));
  await screen.findByText('Utilisateur créé');
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(written()).toMatchObject([
    {
      method: 'POST',
      body: {
        name: 'Pharmacie Étoile',
        type: 'pharmacy',
        phone: '96 11 22 33',
        password: 'demo',
        location: { coordinates: [2.39123456, 6.37] },
        active: true,
        isPartner: true,
      },
    },
  ]);
});

test('a device without a place says so', async () => {
  serve();
  show('?compte=nouveau');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(await dialog.findByLabelText('Type'), { target: { value: 'pharmacy' } });
  await press('Récupérer ma position');
  await screen.findByText('Géolocalisation non supportée par votre navigateur');
});

test('an account is changed; an empty password is not sent, a taken telephone is said under it', async () => {
  const { api, written } = serve();
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
  const { body } = written().at(-1) as { body: object };
  expect(body).toMatchObject({ titrePartenaire: 'infirmier', verified: false, active: true });
  expect(body).not.toHaveProperty('password');
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('a link opens an account that the list does not show, never a super administrator’s', async () => {
  const { api } = serve([kora]);
  api.on(userEndpoints.readUser, ({ path }) => ({ user: path.includes(root._id) ? root : afi }));
  const router = show(`?compte=${afi._id}`);
  await waitFor(async () =>
    expect((await screen.findByLabelText<HTMLInputElement>('Nom')).value).toBe('Afi Dossou'),
  );
  await router.navigate(`/cpanel/users?compte=${root._id}`);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('says why there is no list, tries again, and what to do when nobody matches', async () => {
  const { api } = serve();
  api.on(userEndpoints.listUsers, () => refuse('INTERNAL'));
  show('?q=personne');
  const again = await screen.findByRole('button', { name: 'Réessayer' });
  api.on(userEndpoints.listUsers, () => ({ users: [], total: 0 }));
  fireEvent.click(again);
  await screen.findByText('Aucun compte ne correspond');
  await press('Voir tous les comptes');
  await waitFor(() => expect(window.location.search).toBe(''));
});

function placed(answer: Geolocation['getCurrentPosition']) {
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { getCurrentPosition: answer },
  });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'geolocation');
  });
}

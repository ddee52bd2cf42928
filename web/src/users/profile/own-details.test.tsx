import { type UserType, userTypes } from '@amasin/domain/contract/user-type.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { fakeApi, networkError, refuse } from '../../testing/fake-api.ts';
import { aUser } from '../../testing/people.ts';
import { showPage } from '../../testing/show-page.tsx';
import { OwnDetails } from './OwnDetails.tsx';

function Screen({ first }: { first: User }) {
  const [user, setUser] = useState(first);
  return <OwnDetails user={user} onSaved={setUser} />;
}

function show(changes: Partial<User> = {}, url = '/profile') {
  const user = aUser({ address: 'Cadjèhoun', ...changes });
  const api = fakeApi();
  api.on(userEndpoints.updateOwnDetails, ({ body }) => ({ user: { ...user, ...(body as object) } }));
  return { api, user, router: showPage(<Screen first={user} />, url) };
}

const open = () => fireEvent.click(screen.getByRole('button', { name: 'Modifier mes informations' }));
const field = (name: string | RegExp) => screen.findByLabelText<HTMLInputElement>(name);
const type = async (name: string | RegExp, value: string) =>
  fireEvent.change(await field(name), { target: { value } });
const save = async () => fireEvent.click(await screen.findByRole('button', { name: 'Enregistrer' }));
const facts = () =>
  screen.getAllByRole('definition').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));

test.each<[UserType, Partial<User>, string[]]>([
  ['customer', {}, ['Afi Dossou', '01 97 00 00 01', 'Cadjèhoun', 'Non renseigné']],
  ['deliveryPerson', { email: 'a@b.bj' }, ['Livreur', 'Afi Dossou', '01 97 00 00 01', 'Cadjèhoun', 'a@b.bj']],
  [
    'partnerDoctor',
    { email: 'a@b.bj', titrePartenaire: 'sage femme', verified: true },
    ['Professionnel de santé', 'Sage-femme Afi Dossou', '01 97 00 00 01', 'Cadjèhoun', 'a@b.bj', 'Vérifié'],
  ],
])('shows a %s their own details', (kind, changes, expected) => {
  show({ type: kind, ...changes });
  expect(facts()).toEqual(expected);
});

test('sends and shows the changes, with a message', async () => {
  const { api, router } = show({ email: 'afi@exemple.bj' });
  open();
  await type('Nom complet', 'Afi Dossou-Kora');
  expect((await field('Numéro de téléphone')).value.replaceAll('\u00a0', ' ')).toBe('01 97 00 00 01');
  expect(router.state.location.search).toBe('?modifier=1');
  await type('Numéro de téléphone', '96 11 22 33');
  await type('Adresse (facultatif)', '');
  await type('Mot de passe actuel', 'bonjour');
  await save();
  await screen.findByText('Profil mis à jour avec succès');
  expect(api.sent.map(({ body }) => body)).toEqual([
    {
      name: 'Afi Dossou-Kora',
      phone: '96 11 22 33',
      address: '',
      email: 'afi@exemple.bj',
      currentPassword: 'bonjour',
    },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(facts()[0]).toBe('Afi Dossou-Kora');
});

test.each(userTypes)('only a customer can change the e-mail (%s)', async (kind) => {
  show({ type: kind }, '/profile?modifier=1');
  await field('Nom complet');
  expect(screen.queryByLabelText('Email (facultatif)') !== null).toBe(kind === 'customer');
});

test('asks for the present password only when the phone number changes, and shows a wrong one', async () => {
  const { api } = show({}, '/profile?modifier=1');
  await field('Nom complet');
  expect(screen.queryByLabelText('Mot de passe actuel')).toBeNull();
  await type('Numéro de téléphone', '96 11 22 33');
  await type('Mot de passe actuel', 'faux');
  api.on(userEndpoints.updateOwnDetails, () => refuse('WRONG_PASSWORD'));
  await save();
  await within(await screen.findByRole('dialog')).findByText('Mot de passe actuel incorrect');
});

test('shows missing fields, and sends nothing', async () => {
  const { api } = show({}, '/profile?modifier=1');
  await type('Nom complet', ' ');
  await type('Numéro de téléphone', '12');
  await save();
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Nom requis');
  expect(dialog.getByText('Format de téléphone invalide')).toBeDefined();
  expect(document.activeElement).toBe(await field('Nom complet'));
  expect(api.sent).toEqual([]);
});

test('shows a taken phone number under its field, and keeps the typed values', async () => {
  const { api } = show({}, '/profile?modifier=1');
  api.on(userEndpoints.updateOwnDetails, () => refuse('PHONE_TAKEN'));
  await type('Numéro de téléphone', '96 11 22 33');
  await save();
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Un compte existe déjà avec ce numéro');
  expect((await field('Numéro de téléphone')).value).toBe('96 11 22 33');
  api.on(userEndpoints.updateOwnDetails, () => networkError);
  await save();
  await screen.findByText('Erreur lors de la mise à jour. Vérifiez votre réseau, puis réessayez.');
});

import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { refuse } from '../../testing/fake-api.ts';
import { aUser } from '../../testing/people.ts';
import { afi, press, serve, show } from './accounts.fixture.tsx';

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

test('shows the accounts and their actions; none for a super administrator', async () => {
  serve();
  show();
  const shown = await rows();
  expect(shown.map(({ actions }) => actions)).toEqual([
    [
      'Modifier Afi Dossou',
      'Désactiver Afi Dossou',
      'Fermer les sessions Afi Dossou',
      'Supprimer Afi Dossou',
    ],
    [
      'Vérifier Kora',
      'Modifier Kora',
      'Relevés de Kora',
      'Désactiver Kora',
      'Fermer les sessions Kora',
      'Supprimer Kora',
    ],
    [],
    ['Modifier Éteint', 'Relevés de Éteint', 'Activer Éteint', 'Supprimer Éteint'],
  ]);
  expect(shown[1]?.text).toContain('Docteur Korakora@exemple.bjProfessionnel de santéNon vérifié');
  expect(shown[3]?.text).toContain('Sans emailLivreur01 97 00 00 01Désactivé');
  expect(screen.getByText(/^4\scomptes$/)).toBeDefined();
});

test('filters are in the URL, are sent, and can be cleared', async () => {
  const { lastQuery } = serve();
  const router = show();
  const link = (name: RegExp) => screen.findByRole('link', { name });
  fireEvent.click(await link(/^Livreur/));
  await waitFor(() => expect(router.state.location.search).toBe('?type=deliveryPerson'));
  fireEvent.click(await link(/^Pharmacien interne/));
  await type('Statut', 'false');
  await type('Chercher un compte', 'mari');
  await waitFor(() => expect(router.state.location.search).toBe('?type=agent&active=false&q=mari'));
  await waitFor(() =>
    expect(lastQuery()).toMatchObject({ q: 'mari', type: 'agent', active: 'false', page: '1' }),
  );
  expect((await link(/^Pharmacien interne/)).getAttribute('aria-current')).toBe('true');
  await screen.findByText(/^4\scomptes$/);
  await screen.findByText(/« mari » · Pharmacien interne · Désactivés$/);
  await press('Tout effacer');
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('each type is a link with its count; a second click shows every type', async () => {
  const { lastQuery } = serve();
  const router = show('?type=customer');
  const types = within(await screen.findByRole('navigation', { name: 'Type' }));
  const customers = await types.findByRole('link', { name: 'Client 1' });
  expect(types.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Tous 4',
    'Client 1',
    'Pharmacie 0',
    'Livreur 1',
    'Pharmacien interne 0',
    'Professionnel de santé 1',
    'Superviseur 0',
    'Super administrateur 1',
  ]);
  fireEvent.click(customers);
  await waitFor(() => expect(router.state.location.search).toBe(''));
  await waitFor(() => expect(lastQuery()).not.toHaveProperty('type'));
});

test('`/` focuses the search field', async () => {
  serve();
  show();
  await rows();
  fireEvent.keyDown(document.body, { key: '/' });
  expect(document.activeElement).toBe(screen.getByLabelText('Chercher un compte'));
});

test('paginates a long list', async () => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  const { lastQuery } = serve([afi], 120);
  const router = show('?q=a');
  await screen.findByText('Page 1 sur 3');
  await press('Suivante');
  await screen.findByText('Page 2 sur 3');
  expect(router.state.location.search).toBe('?q=a&page=2');
  await waitFor(() => expect(lastQuery()).toMatchObject({ page: '2', q: 'a' }));
});

test('activates an account; deactivates one, and verifies a prescriber, after a confirmation', async () => {
  const { sentChanges } = serve();
  show();
  await press('Désactiver Afi Dossou');
  const off = within(await screen.findByRole('dialog', { name: 'Désactiver Afi Dossou ?' }));
  expect(sentChanges()).toEqual([]);
  fireEvent.click(off.getByRole('button', { name: 'Désactiver' }));
  await screen.findByText('Statut mis à jour');
  await screen.findByRole('button', { name: 'Activer Afi Dossou' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Vérifier Kora');
  const verify = within(await screen.findByRole('dialog', { name: 'Vérifier Kora ?' }));
  fireEvent.click(verify.getByRole('button', { name: 'Vérifier' }));
  await screen.findByText('Utilisateur mis à jour');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Vérifier Kora' })).toBeNull());
  expect(sentChanges()).toEqual([
    { method: 'PATCH', body: { active: false } },
    { method: 'PUT', body: { verified: true } },
  ]);
});

test('deletes an account after a confirmation with its name', async () => {
  const { sentChanges } = serve();
  show();
  await press('Supprimer Afi Dossou');
  const dialog = await screen.findByRole('dialog', { name: 'Supprimer Afi Dossou ?' });
  expect(dialog.textContent).toContain('Client, afi@exemple.bj.');
  expect(sentChanges()).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Supprimer' }));
  await screen.findByText('Utilisateur supprimé');
  await waitFor(async () => expect(await rows()).toHaveLength(3));
  await press('Supprimer Kora');
  await screen.findByRole('dialog', { name: 'Supprimer Kora ?' });
});

test('does not delete an account in use, and shows why', async () => {
  const { api } = serve();
  api.on(userEndpoints.deleteUser, () => refuse('OPEN_ORDERS'));
  show(`?suppression=${afi._id}`);
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Supprimer' }));
  await screen.findByText(/^Encore en cours pour ce compte/);
  expect(await rows()).toHaveLength(4);
});

test('shows the loading error with a retry button, and an empty state when no account matches', async () => {
  const { api } = serve();
  api.on(userEndpoints.listUsers, () => refuse('INTERNAL'));
  show('?q=personne');
  const retryButton = await screen.findByRole('button', { name: 'Réessayer' });
  api.on(userEndpoints.listUsers, () => ({ users: [], total: 0 }));
  fireEvent.click(retryButton);
  await screen.findByText('Aucun compte ne correspond');
  await press('Voir tous les comptes');
  await waitFor(() => expect(window.location.search).toBe(''));
});

test('typed values remain after a click outside, and when the reloaded list no longer contains the account', async () => {
  let users = [afi];
  const { api } = serve();
  api.on(userEndpoints.listUsers, () => ({ users, total: users.length }));
  const router = show();
  api.on(userEndpoints.readUser, () => refuse('INTERNAL'));
  api.on(userEndpoints.updateUser, () => {
    users = [];
    return refuse('PHONE_TAKEN');
  });
  await press('Modifier Afi Dossou');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(await dialog.findByLabelText('Nom'), { target: { value: 'Afi Kora' } });
  fireEvent.click(document.querySelector('.mantine-Modal-overlay')!);
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await screen.findByText('Aucun compte ne correspond');
  expect(dialog.getByLabelText<HTMLInputElement>('Nom').value).toBe('Afi Kora');
  await dialog.findByText('Un compte existe déjà avec ce numéro');
  expect(router.state.location.search).toBe(`?compte=${afi._id}`);
});

test('shows the previous page once the last account of a page is deleted', async () => {
  const { api } = serve();
  api.on(userEndpoints.listUsers, ({ query }) => ({ users: query.page === '1' ? [afi] : [], total: 50 }));
  const router = show('?page=2');
  await screen.findByRole('button', { name: 'Modifier Afi Dossou' });
  expect(router.state.location.search).toBe('');
  await waitFor(() => expect(screen.queryByText('Aucun compte ne correspond')).toBeNull());
});

test('removes the second step of signing in of a person who has one', async () => {
  const kofi = aUser({
    _id: '0198a000-0000-7000-8000-0000000000b7',
    name: 'Kofi',
    type: 'agent',
    hasSecondFactor: true,
  });
  const { api } = serve([afi, kofi]);
  api.on(userEndpoints.resetSecondFactor, () => null);
  show();
  const buttons = await screen.findAllByRole('button', { name: /^Retirer les deux étapes/ });
  expect(buttons).toHaveLength(1);
  fireEvent.click(buttons[0]!);
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Retirer' }));
  await screen.findByText('Connexion en deux étapes retirée');
  expect(api.sent.find(({ method }) => method === 'DELETE')?.path).toBe(
    `/api/users/${kofi._id}/second-factor`,
  );
});

test('ends the sessions of a person once it is confirmed', async () => {
  const { api, sentChanges } = serve();
  api.on(userEndpoints.endUserSessions, () => null);
  show();
  await press('Fermer les sessions Afi Dossou');
  const dialog = within(await screen.findByRole('dialog', { name: 'Fermer les sessions de Afi Dossou ?' }));
  expect(sentChanges()).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Fermer les sessions' }));
  await screen.findByText('Sessions fermées');
  expect(api.sent.find(({ method }) => method === 'DELETE')?.path).toBe(`/api/users/${afi._id}/sessions`);
});

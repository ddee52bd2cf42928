import { insuranceEndpoints } from '@amasin/domain/insurance/endpoints.ts';
import type { InsuranceCard } from '@amasin/domain/insurance/insurance-card.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SessionContext } from '../../session/session-context.ts';
import { keepsNoAddress } from '../../testing/customers/addresses.ts';
import { fakeApi, networkError, refuse } from '../../testing/fake-api.ts';
import { fakeObjectUrls } from '../../testing/fake-object-urls.ts';
import { fakeUploads } from '../../testing/fake-uploads.ts';
import { aUser } from '../../testing/people.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';
import Profile from './profile.tsx';

const card: InsuranceCard = {
  _id: '0198a000-0000-7000-8000-0000000000d1',
  label: 'NSIA santé',
  taux: 80,
  url: 'old-key',
  verified: true,
};
const session = (user = aUser({ address: 'Cadjèhoun\nportail bleu' })) => aSession(user);

function setUp(cards: InsuranceCard[] | 'unreadable') {
  const api = fakeApi();
  api.on(insuranceEndpoints.readInsurances, () =>
    cards === 'unreadable' ? refuse('INTERNAL') : { insuranceCards: cards, total: cards.length },
  );
  keepsNoAddress(api);
  const attempts = fakeUploads();
  fakeObjectUrls();
  const router = showPage(
    <SessionContext value={session()}>
      <Profile />
    </SessionContext>,
    '/profile',
  );
  const bodies = (method: string) =>
    api.sent.filter((sent) => sent.method === method).map(({ path, body }) => ({ path, body }));
  return { api, attempts, router, bodies };
}

const button = (name: string) => screen.findByRole('button', { name });
const press = async (name: string) => fireEvent.click(await button(name));
/** The form, once its lazy file picker is loaded too. */
const form = async () => {
  await screen.findByTestId('files');
  return rateField();
};
const rateField = () => screen.getByLabelText('Taux de prise en charge (%)');
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

/** Selects a PDF, and the server accepts it. */
async function attach(attempts: ReturnType<typeof fakeUploads>, key: string) {
  const before = attempts.length;
  const file = new File(['%PDF-1.7 %%EOF'], 'carte.pdf', { type: 'application/pdf' });
  fireEvent.change(screen.getByTestId('files'), { target: { files: [file] } });
  await waitFor(() => expect(attempts).toHaveLength(before + 1));
  attempts[before]!.accept(key);
  await screen.findByText('carte.pdf');
}

test('shows a customer their own details', async () => {
  setUp([]);
  const details = screen.getByRole('region', { name: 'Mes informations' });
  const facts = within(details)
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);
  expect(facts).toEqual([
    'Afi Dossou',
    '01\u00a097\u00a000\u00a000\u00a001',
    'Cadjèhoun\nportail bleu',
    'Non renseigné',
  ]);
  await screen.findByText('Vous n’avez pas encore de carte d’assurance');
});

test('adds a card: uploads the file as insurance, then sends name, rate and key', async () => {
  const { api, attempts, router, bodies } = setUp([]);
  const added = { ...card, label: null, taux: 37, url: 'new-key', verified: false };
  api.on(insuranceEndpoints.createInsurance, () => ({ insuranceCard: added }));
  await press('Ajouter une carte');
  await form();
  expect(router.state.location.search).toBe('?carte=1');
  type(rateField(), '37 %');
  await attach(attempts, 'new-key');
  expect(attempts[0]!.form?.get('type')).toBe('insurance');
  await press('Enregistrer la carte');
  expect(await screen.findByText('Carte ajoutée')).toBeDefined();
  expect(bodies('POST')).toEqual([
    { path: '/api/insurances', body: { label: '', taux: 37, url: 'new-key' } },
  ]);
  expect(screen.getByText('37 %')).toBeDefined();
  expect(screen.getByText('À vérifier')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.search).toBe('');
});

test('shows missing and invalid fields, and sends nothing', async () => {
  const { bodies } = setUp([]);
  await press('Ajouter une carte');
  await form();
  await press('Enregistrer la carte');
  expect(await screen.findByText('Le taux doit être compris entre 5 et 100')).toBeDefined();
  expect(screen.getByText('Fichier requis !')).toBeDefined();
  expect(document.activeElement).toBe(rateField());
  for (const wrong of ['4', '101', '50,5', 'abc']) {
    type(rateField(), wrong);
    fireEvent.blur(rateField());
    expect(await screen.findByText('Le taux doit être compris entre 5 et 100')).toBeDefined();
  }
  expect(bodies('POST')).toEqual([]);
});

test('with a valid rate, focuses the missing file', async () => {
  setUp([]);
  await press('Ajouter une carte');
  await form();
  type(rateField(), '80');
  await press('Enregistrer la carte');
  await screen.findByText('Fichier requis !');
  expect(document.activeElement).toBe(await button('Choisir un fichier'));
});

test('cannot be sent while the file is being uploaded', async () => {
  const { attempts } = setUp([]);
  await press('Ajouter une carte');
  await form();
  const file = new File(['%PDF-1.7 %%EOF'], 'carte.pdf', { type: 'application/pdf' });
  fireEvent.change(screen.getByTestId('files'), { target: { files: [file] } });
  await waitFor(() => expect(attempts).toHaveLength(1));
  expect((await button('Envoi du fichier en cours…')).hasAttribute('disabled')).toBe(true);
  attempts[0]!.accept('new-key');
  expect((await button('Enregistrer la carte')).hasAttribute('disabled')).toBe(false);
});

test('shows the card with rate and state, and opens its file in the viewer', async () => {
  setUp([card]);
  expect(await screen.findByText('NSIA santé')).toBeDefined();
  expect(screen.getByText('80 %')).toBeDefined();
  expect(screen.getByText('Vérifiée')).toBeDefined();
  expect(await button('Voir la carte')).toBeDefined();
});

test('a changed card has to be verified again', async () => {
  const { api, attempts, bodies } = setUp([card]);
  const changed = { ...card, taux: 60, url: 'new-key', verified: false };
  api.on(insuranceEndpoints.updateInsurance, () => ({ insuranceCard: changed }));
  await press('Modifier');
  await form();
  expect((rateField() as HTMLInputElement).value).toBe('80');
  expect(screen.getByText('Fichier joint')).toBeDefined();
  type(rateField(), '60');
  await attach(attempts, 'new-key');
  await press('Enregistrer la carte');
  expect(await screen.findByText('Carte mise à jour')).toBeDefined();
  expect(bodies('PUT')).toEqual([
    { path: `/api/insurances/${card._id}`, body: { label: 'NSIA santé', taux: 60, url: 'new-key' } },
  ]);
  expect(screen.getByText('À vérifier')).toBeDefined();
});

test('deletes a card after a confirmation', async () => {
  const { api, bodies } = setUp([card]);
  api.on(insuranceEndpoints.deleteInsurance, () => {
    api.on(insuranceEndpoints.readInsurances, () => ({ insuranceCards: [], total: 0 }));
    return null;
  });
  await press('Supprimer');
  const question = await screen.findByRole('dialog', { name: 'Êtes-vous sûr ?' });
  expect(within(question).getByText(/^NSIA santé, 80 %/)).toBeDefined();
  fireEvent.click(within(question).getByRole('button', { name: 'Supprimer' }));
  expect(await screen.findByText('Carte supprimée')).toBeDefined();
  expect(bodies('DELETE')).toHaveLength(1);
  expect(await screen.findByText('Vous n’avez pas encore de carte d’assurance')).toBeDefined();
});

test('shows the server’s message, and keeps the typed values', async () => {
  const { api, attempts } = setUp([]);
  api.on(insuranceEndpoints.createInsurance, () => refuse('CARD_EXISTS'));
  await press('Ajouter une carte');
  await form();
  type(rateField(), '80');
  await attach(attempts, 'new-key');
  await press('Enregistrer la carte');
  expect(await screen.findByText("Vous avez déjà une carte d'assurance")).toBeDefined();
  expect((rateField() as HTMLInputElement).value).toBe('80');
});

test('shows the server’s message under a refused field', async () => {
  const { api, attempts } = setUp([]);
  api.on(insuranceEndpoints.createInsurance, () => refuse('INVALID', { url: 'Fichier requis !' }));
  await press('Ajouter une carte');
  await form();
  type(rateField(), '80');
  await attach(attempts, 'new-key');
  await press('Enregistrer la carte');
  expect(await screen.findByText('Fichier requis !')).toBeDefined();
});

test('retries loading the card', async () => {
  const { api } = setUp('unreadable');
  const retry = await button('Réessayer');
  api.on(insuranceEndpoints.readInsurances, () => ({ insuranceCards: [card], total: 1 }));
  fireEvent.click(retry);
  expect(await screen.findByText('NSIA santé')).toBeDefined();
});

test('keeps the card when the network fails while deleting', async () => {
  const { api } = setUp([card]);
  api.on(insuranceEndpoints.deleteInsurance, () => networkError);
  await press('Supprimer');
  const question = await screen.findByRole('dialog', { name: 'Êtes-vous sûr ?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Supprimer' }));
  expect(
    await screen.findByText('Erreur lors de la suppression. Vérifiez votre réseau, puis réessayez.'),
  ).toBeDefined();
  expect(screen.getByText('NSIA santé')).toBeDefined();
});

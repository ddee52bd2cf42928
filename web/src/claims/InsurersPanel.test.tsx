import type { Claim, ClaimLine } from '@amasin/domain/claims/claim.ts';
import { claimEndpoints } from '@amasin/domain/claims/endpoints.ts';
import { insurerEndpoints } from '@amasin/domain/insurance/endpoints.ts';
import type { Insurer } from '@amasin/domain/insurance/insurer.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, refuse } from '../testing/fake-api.ts';
import { fakeObjectUrls, recordSavedFiles } from '../testing/fake-object-urls.ts';
import { plain } from '../testing/plain.ts';
import { showPage } from '../testing/show-page.tsx';
import { InsurersPanel } from './InsurersPanel.tsx';

const nsia: Insurer = {
  _id: '0198a000-0000-7000-8000-0000000000c1',
  name: 'NSIA',
  rates: [70, 80],
  active: true,
  ceiling: null,
  limit: 500_000,
  agreementAbove: null,
  delayDays: 30,
  excluded: [],
  owed: 12_800,
};
const october: Claim = {
  insurer: { _id: nsia._id, name: 'NSIA' },
  month: '2026-10',
  provisional: false,
  lines: 2,
  amount: 1_600,
  sums: [
    { state: 'sent', lines: 1, amount: 800 },
    { state: 'refused', lines: 1, amount: 800 },
  ],
  dueAt: '2026-12-01T09:00:00.000Z',
};
const line: ClaimLine = {
  _id: '0198a000-0000-7000-8000-0000000000c2',
  order: { _id: '0198a000-0000-7000-8000-0000000000c3', number: 'CMD-000123' },
  at: '2026-10-12T09:00:00.000Z',
  insured: 'Awa Dossou',
  cardLabel: 'NSIA santé',
  taux: 80,
  cardUrl: null,
  amount: 800,
  state: 'sent',
  reason: null,
  bearer: null,
};
const unnamed = {
  _id: '0198a000-0000-7000-8000-0000000000c4',
  number: 'CMD-000124',
  customer: 'Kossi Ahouandjinou',
  cardLabel: null,
  taux: 80,
  cardUrl: null,
  amount: 2_400,
};

function serve({ insurers = [nsia], claims = [october], orders = [unnamed] } = {}) {
  const api = fakeApi();
  api.on(insurerEndpoints.listInsurers, () => ({ insurers, total: insurers.length }));
  api.on(insurerEndpoints.createInsurer, () => ({ insurer: nsia }));
  api.on(insurerEndpoints.updateInsurer, () => ({ insurer: nsia }));
  api.on(claimEndpoints.listClaims, () => ({ claims, total: claims.length }));
  api.on(claimEndpoints.listUnnamedOrders, () => ({ orders, total: orders.length }));
  api.on(claimEndpoints.readClaim, () => ({ claim: october, lines: [line], total: 1 }));
  api.on(claimEndpoints.moveClaim, () => ({ claim: october }));
  api.on(claimEndpoints.moveClaimLine, () => ({ line }));
  api.on(claimEndpoints.nameInsurer, () => null);
  const sent = () =>
    api.sent
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path, body }) => ({ method, path, body }));
  return { api, sent };
}

const show = (more = '') => showPage(<InsurersPanel />, `/cpanel?tab=assureurs${more}`);
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('shows each claim with its state by line, when it is due, and what may be noted next', async () => {
  const { sent } = serve();
  show();
  const [row] = within(await screen.findByRole('list', { name: 'Demandes par mois' })).getAllByRole(
    'listitem',
  );
  expect(plain(row?.textContent ?? '')).toContain('octobre 2026 · NSIA2 commandes');
  expect(plain(row?.textContent ?? '')).toContain('Envoyée : 1 · 800 FRefusée : 1 · 800 F');
  expect(screen.queryByRole('button', { name: 'Envoyée octobre 2026 · NSIA' })).toBeNull();
  await press('Payée octobre 2026 · NSIA');
  await screen.findByText('Demande notée comme payée');
  const path = `/api/insurers/${nsia._id}/claims/2026-10`;
  expect(sent()).toEqual([{ method: 'POST', path, body: { state: 'paid' } }]);
});

test('saves a claim under its month', async () => {
  const { api } = serve();
  fakeObjectUrls();
  const saved = recordSavedFiles();
  api.on(claimEndpoints.printClaim, () => new Response('pdf'));
  show();
  await press('PDF : octobre 2026 · NSIA');
  await screen.findByText('Demande téléchargée : demande-2026-10.pdf');
  expect(saved).toEqual(['demande-2026-10.pdf']);
});

test('notes the answer about one order, a refusal with its reason', async () => {
  const { sent } = serve();
  const router = show();
  await press('Lignes octobre 2026 · NSIA');
  const dialog = within(await screen.findByRole('dialog', { name: 'octobre 2026 · NSIA' }));
  expect(router.state.location.search).toContain(`demande=2026-10_${nsia._id}`);
  expect(plain((await dialog.findByRole('list')).textContent)).toContain('CMD-000123 · 800 F');
  fireEvent.click(dialog.getByText('Refusée par l’assureur'));
  fireEvent.click(dialog.getByRole('button', { name: 'Une pièce manque ou ne se lit pas' }));
  await screen.findByText('Réponse notée');
  const path = `/api/claims/lines/${line._id}`;
  expect(sent()).toEqual([{ method: 'POST', path, body: { state: 'refused', reason: 'papers' } }]);
});

test('names the insurer of an order, among those that take its rate', async () => {
  const other = { ...nsia, _id: '0198a000-0000-7000-8000-0000000000c9', name: 'Sunu', rates: [50] };
  const { sent } = serve({ insurers: [nsia, other] });
  show();
  const order = within(await screen.findByRole('region', { name: 'Commande CMD-000124' }));
  const field = await order.findByLabelText<HTMLSelectElement>('Assureur');
  await waitFor(() => expect([...field.options].map(({ text }) => text)).toEqual(['Choisir', 'NSIA']));
  fireEvent.change(field, { target: { value: nsia._id } });
  await screen.findByText('Assureur noté');
  const path = `/api/claims/orders/${unnamed._id}`;
  expect(sent()).toEqual([{ method: 'POST', path, body: { insurer: nsia._id } }]);
});

test('adds an insurer: amounts as people write them, empty ones are none', async () => {
  const { api, sent } = serve({ insurers: [], claims: [], orders: [] });
  show();
  await screen.findByRole('heading', { name: 'Pas encore de demande' });
  fireEvent.click((await screen.findAllByRole('button', { name: 'Ajouter un assureur' }))[0]!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Nouvel assureur' }));
  const fill = async (label: string, value: string) =>
    fireEvent.change(await dialog.findByLabelText(label), { target: { value } });
  await fill('Nom', 'NSIA');
  await fill('Taux acceptés (%)', '70, 4 %');
  fireEvent.click(dialog.getByRole('button', { name: 'Ajouter' }));
  await dialog.findByText('Un taux est un nombre entier de 5 à 100');
  await dialog.findByText('Montant requis');
  await fill('Taux acceptés (%)', '80, 70 %');
  await fill('Ce qu’il peut nous devoir (FCFA)', '500 000');
  api.on(insurerEndpoints.createInsurer, () => refuse('INSURER_EXISTS'));
  fireEvent.click(dialog.getByRole('button', { name: 'Ajouter' }));
  await dialog.findByText('Un assureur porte déjà ce nom');
  api.on(insurerEndpoints.createInsurer, () => ({ insurer: nsia }));
  fireEvent.click(dialog.getByRole('button', { name: 'Ajouter' }));
  await screen.findByText('Assureur ajouté');
  expect(sent().at(-1)?.body).toEqual({
    name: 'NSIA',
    rates: [70, 80],
    limit: 500_000,
    ceiling: null,
    agreementAbove: null,
    delayDays: 30,
    excluded: [],
    active: true,
  });
});

test('changes only what was typed', async () => {
  const { sent } = serve();
  show();
  await press('Modifier NSIA');
  const dialog = within(await screen.findByRole('dialog', { name: 'Modifier l’assureur' }));
  fireEvent.change(await dialog.findByLabelText('Délai de paiement (jours)'), { target: { value: '45' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await screen.findByText('Assureur modifié');
  expect(sent().at(-1)).toEqual({
    method: 'PUT',
    path: `/api/insurers/${nsia._id}`,
    body: { delayDays: 45 },
  });
});

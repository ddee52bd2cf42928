import type { PayeeType } from '@amasin/domain/benefits/payee.ts';
import { statementEndpoints } from '@amasin/domain/statements/endpoints.ts';
import type { StatementMonth } from '@amasin/domain/statements/statement.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, networkError, refuse } from '../testing/fake-api.ts';
import { fakeObjectUrls, recordSavedFiles } from '../testing/fake-object-urls.ts';
import { plain } from '../testing/plain.ts';
import { showPage } from '../testing/show-page.tsx';
import { Statements } from './Statements.tsx';

const november: StatementMonth = {
  month: '2026-11',
  provisional: true,
  lines: 1,
  amount: 12_500,
  balance: { opening: 1_000, earned: 12_500, corrected: 0, paid: 5_000, returned: 0, closing: 8_500 },
};
const october: StatementMonth = {
  month: '2026-10',
  provisional: false,
  lines: 3,
  amount: 4_000,
  balance: { opening: 0, earned: 4_000, corrected: 0, paid: 3_000, returned: 0, closing: 1_000 },
};

function setUp(of: PayeeType, months: StatementMonth[], fails = false) {
  const api = fakeApi();
  const urls = fakeObjectUrls();
  const saved = recordSavedFiles();
  const holder = { _id: '0198a000-0000-7000-8000-0000000000d0', name: 'Dr Kossou', type: of };
  const list = () => api.on(statementEndpoints.listStatements, () => ({ holder, months }));
  if (fails) api.on(statementEndpoints.listStatements, () => refuse('INTERNAL'));
  else list();
  showPage(<Statements of={of} />, '/doctor-dashboard?tab=gains');
  const rows = async () =>
    within(await screen.findByRole('list', { name: 'Relevés par mois' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => plain(textContent));
  return { api, urls, saved, rows, list };
}

test('lists the months of a partner, with what is owed at their end, and which is provisional', async () => {
  const { rows } = setUp('partnerDoctor', [november, october]);
  expect(await rows()).toEqual([
    'Relevé de novembre 20261 ligneProvisoireGagné 12 500 FReste dû 8 500 FPDFCSV',
    'Relevé d’octobre 20263 lignesGagné 4 000 FReste dû 1 000 FPDFCSV',
  ]);
});

test('lists the months of a pharmacy, with what is owed', async () => {
  const { rows } = setUp('pharmacy', [october]);
  expect(await rows()).toEqual([
    'Relevé d’octobre 20263 lignesMédicaments remis 4 000 FReste dû 1 000 FPDFCSV',
  ]);
});

test.each([
  ['PDF', 'Relevé de novembre 2026', 'releve-2026-11-provisoire.pdf', '/api/statements/2026-11/pdf'],
  ['CSV', 'Relevé d’octobre 2026', 'releve-2026-10.csv', '/api/statements/2026-10/csv'],
])('saves a %s under its month', async (format, title, name, path) => {
  const { api, urls, saved } = setUp('partnerDoctor', [november, october]);
  for (const endpoint of [statementEndpoints.printStatement, statementEndpoints.exportStatement])
    api.on(endpoint, (sent) => new Response(sent.path));
  fireEvent.click(await screen.findByRole('button', { name: `${format} : ${title}` }));
  await screen.findByText(`Relevé téléchargé : ${name}`);
  expect(saved).toEqual([name]);
  expect(await [...urls.values()][0]?.text()).toBe(path);
});

test('says why a statement could not be downloaded, also without a network', async () => {
  const { api, saved } = setUp('partnerDoctor', [october]);
  api.on(statementEndpoints.printStatement, () => refuse('TOO_MANY_TRIES'));
  api.on(statementEndpoints.exportStatement, () => networkError);
  fireEvent.click(await screen.findByRole('button', { name: 'PDF : Relevé d’octobre 2026' }));
  await screen.findByText('Trop de tentatives. Veuillez réessayer dans quelques minutes.');
  fireEvent.click(screen.getByRole('button', { name: 'CSV : Relevé d’octobre 2026' }));
  await screen.findByText('Erreur lors du téléchargement. Vérifiez votre réseau, puis réessayez.');
  expect(saved).toEqual([]);
});

test('says when the first statement comes, and offers a retry when the list fails', async () => {
  const { list } = setUp('pharmacy', [], true);
  const retry = await screen.findByRole('button', { name: 'Réessayer' });
  list();
  fireEvent.click(retry);
  await screen.findByRole('heading', { name: 'Pas encore de relevé' });
  await waitFor(() =>
    screen.getByText('Un relevé apparaît avec la première commande dont un livreur prend les médicaments.'),
  );
});

import { statementEndpoints } from '@amasin/domain/statements/endpoints.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refuse } from '../../testing/fake-api.ts';
import { recordSavedFiles } from '../../testing/fake-object-urls.ts';
import { aUser } from '../../testing/people.ts';
import { afi, press, serve, show } from './accounts.fixture.tsx';

const pharmacy = aUser({
  _id: '0198a000-0000-7000-8000-0000000000c1',
  name: 'Pharmacie Camp Guézo',
  type: 'pharmacy',
});
const balance = { opening: 0, earned: 4_000, corrected: 0, paid: 0, returned: 0, closing: 4_000 };
const october = { month: '2026-10', provisional: false, lines: 3, amount: 4_000, balance };

test('lists the statements of a pharmacy, and saves one', async () => {
  const saved = recordSavedFiles();
  const { api } = serve([afi, pharmacy]);
  api.on(statementEndpoints.listStatements, () => ({
    holder: { _id: pharmacy._id, name: pharmacy.name, type: 'pharmacy' as const },
    months: [october],
  }));
  api.on(statementEndpoints.printStatement, () => new Response('PDF'));
  show();
  await press('Relevés de Pharmacie Camp Guézo');
  await screen.findByRole('dialog', { name: 'Relevés de Pharmacie Camp Guézo' });
  await press('PDF : Relevé d’octobre 2026');
  await screen.findByText('Relevé téléchargé : releve-2026-10.pdf');
  expect(saved).toEqual(['releve-2026-10.pdf']);
  const asked = api.sent.filter(({ path }) => path.startsWith('/api/statements'));
  expect(asked.map(({ path, query }) => [path, query])).toEqual([
    ['/api/statements', { id: pharmacy._id }],
    ['/api/statements/2026-10/pdf', { id: pharmacy._id }],
  ]);
});

test('says that a pharmacy has no statement yet, and a failure in words', async () => {
  const { api } = serve([afi, pharmacy]);
  api.on(statementEndpoints.listStatements, () => refuse('INTERNAL'));
  show(`?releves=${pharmacy._id}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Relevés de Pharmacie Camp Guézo' }));
  await dialog.findByRole('button', { name: 'Réessayer' });
  api.on(statementEndpoints.listStatements, () => ({
    holder: { _id: pharmacy._id, name: pharmacy.name, type: 'pharmacy' as const },
    months: [],
  }));
  await press('Réessayer');
  await dialog.findByText('Pas encore de relevé');
});

test('a customer has none, not even by a link', async () => {
  const { api } = serve([afi, pharmacy]);
  show(`?releves=${afi._id}`);
  await screen.findByRole('button', { name: 'Modifier Afi Dossou' });
  expect(screen.queryByRole('button', { name: 'Relevés de Afi Dossou' })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.sent.some(({ path }) => path.startsWith('/api/statements'))).toBe(false);
});

import { auditEndpoints } from '@amasin/domain/audit/endpoints.ts';
import type { AuditLine } from '@amasin/domain/audit/entry.ts';
import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, refuse } from '../testing/fake-api.ts';
import { fakeObjectUrls, recordSavedFiles } from '../testing/fake-object-urls.ts';
import { showPage } from '../testing/show-page.tsx';
import { Journal } from './Journal.tsx';

const AWA = '0198a000-0000-7000-8000-0000000000a1';
const AFI = '0198a000-0000-7000-8000-0000000000a2';
const ORDER = '0198a000-0000-7000-8000-0000000000a3';

const line = (change: Partial<AuditLine> = {}): AuditLine => ({
  _id: '0198a000-0000-7000-8000-0000000000f1',
  at: '2026-11-20T10:00:00.000Z',
  actor: { _id: AWA, name: 'Awa Dossou', type: 'supervisor' },
  author: 'Awa Dossou',
  action: 'read',
  kind: 'order',
  subject: ORDER,
  customer: { _id: AFI, name: 'Afi Kpadé' },
  text: 'a lu la commande CMD-000123',
  ...change,
});

type Page = { lines: AuditLine[]; next: string | null };

function show(url: string, pages: (query: Record<string, string>) => Page) {
  const api = fakeApi();
  const named = { actor: 'Awa Dossou', customer: 'Afi Kpadé' };
  api.on(auditEndpoints.listAudit, ({ query }) => ({ ...pages(query), named }));
  return { api, router: showPage(<Journal />, `/cpanel?tab=audit${url}`) };
}

test('a line reads as a sentence and leads to the lines of its person, customer and subject', async () => {
  const { router } = show('', () => ({ lines: [line()], next: null }));
  const row = await screen.findByRole('listitem');
  expect(row.textContent).toContain('Awa Dossou a lu la commande CMD-000123');
  expect(row.textContent).toContain('Superviseur');
  const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(hrefs()).toEqual(
    expect.arrayContaining([
      `/cpanel?tab=audit&actor=${AWA}`,
      `/cpanel?tab=audit&customer=${AFI}`,
      `/cpanel?tab=audit&subject=${ORDER}`,
    ]),
  );
  fireEvent.click(screen.getByRole('link', { name: 'Awa Dossou' }));
  await waitFor(() => expect(router.state.location.search).toContain(`actor=${AWA}`));
});

test('the system has no link', async () => {
  const system = line({
    actor: null,
    author: 'Amasin',
    text: 'a enregistré l’état du paiement TX-1 : payé',
    customer: null,
  });
  show('', () => ({ lines: [system], next: null }));
  expect((await screen.findByRole('listitem')).textContent).toContain('Amasin a enregistré');
  expect(screen.queryByRole('link', { name: 'Amasin' })).toBeNull();
});

test('the filters of the URL are sent, and said in words', async () => {
  const sent: Record<string, string>[] = [];
  show(`&group=reads&kind=order&actor=${AWA}&from=2026-11-01&to=2026-11-20`, (query) => {
    sent.push(query);
    return { lines: [line()], next: null };
  });
  await screen.findByRole('listitem');
  expect(sent[0]).toMatchObject({ group: 'reads', kind: 'order', actor: AWA, from: '2026-11-01' });
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    '1\u00a0ligne affichée · Lectures · Commandes · par Awa Dossou · depuis le 1er novembre · jusqu’au 20 novembre',
  );
});

test('the file has the filters of the list', async () => {
  const urls = fakeObjectUrls();
  const saved = recordSavedFiles();
  const filters = { group: 'reads', kind: 'order', actor: AWA, from: '2026-11-01', to: '2026-11-20' };
  const { api } = show(`&${new URLSearchParams(filters)}`, () => ({ lines: [line()], next: null }));
  const asked: Record<string, string>[] = [];
  api.on(auditEndpoints.exportAudit, ({ query }) => {
    asked.push(query);
    return new Response('Quand;Qui\r\n');
  });
  const name = 'Télécharger le journal (CSV)';
  fireEvent.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(saved).toEqual([`journal-${dayInBenin(new Date())}.csv`]));
  expect(asked).toEqual([filters]);
  expect(await [...urls.values()][0]?.text()).toBe('Quand;Qui\r\n');
});

test('« Voir plus » adds the next page', async () => {
  show('', ({ after }) =>
    after === undefined
      ? { lines: [line()], next: '1763632800000_0198a000-0000-7000-8000-0000000000f1' }
      : {
          lines: [line({ _id: '0198a000-0000-7000-8000-0000000000f2', text: 'a ouvert un fichier' })],
          next: null,
        },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Voir plus' }));
  await screen.findByText(/a ouvert un fichier/);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Voir plus' })).toBeNull();
});

test('without lines it says so, with a filter it offers to clear it', async () => {
  const { router } = show('&group=money', () => ({ lines: [], next: null }));
  fireEvent.click(await screen.findByRole('button', { name: 'Voir tout le journal' }));
  await screen.findByText('Le journal est vide');
  expect(router.state.location.search).toBe('?tab=audit');
});

test('an error offers to try again', async () => {
  const api = fakeApi();
  api.on(auditEndpoints.listAudit, () => refuse('INTERNAL'));
  showPage(<Journal />, '/cpanel?tab=audit');
  await screen.findByRole('button', { name: 'Réessayer' });
});

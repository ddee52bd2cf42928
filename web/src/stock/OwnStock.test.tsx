import { stockEndpoints } from '@amasin/domain/stock/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeApi, networkError, refuse } from '../testing/fake-api.ts';
import { plain } from '../testing/plain.ts';
import { showPage } from '../testing/show-page.tsx';
import { aStockLine, aStockList, aStockPreview } from '../testing/stock.ts';
import { ListForm } from './ListDialog.tsx';
import { OwnStock } from './OwnStock.tsx';

const PAGE = '/pharmacy-dashboard?tab=liste';
const press = (name: string | RegExp) => waitFor(() => fireEvent.click(screen.getByRole('button', { name })));

function serve() {
  const api = fakeApi();
  const quinine = aStockLine({
    _id: '0198a000-0000-7000-8000-0000000000b2',
    label: 'Quinine',
    there: false,
    price: null,
  });
  api.on(stockEndpoints.readStock, () => ({ list: aStockList(), lines: [aStockLine(), quinine], total: 2 }));
  api.on(stockEndpoints.listStockKeys, () => ({ keys: [], total: 0 }));
  return api;
}

test('says when the list was seen, until when it is believed, and what is in it', async () => {
  vi.setSystemTime('2026-11-20T14:00:00Z');
  serve();
  showPage(<OwnStock />, PAGE);
  const list = within(await screen.findByRole('list', { name: 'Ma liste' }));
  expect(list.getAllByRole('listitem')).toHaveLength(2);
  const text = plain(document.body.textContent ?? '');
  expect(text).toContain('Liste vue le ven. 20 nov. à 09 h 00, crue jusqu’au sam. 21 nov. à 09 h 00.');
  expect(text).toContain('1 médicament en stock · 1 absent · 1 inconnu du catalogue · 1 ligne écartée');
  expect(text).toContain('Inconnus du catalogueInconnu');
  list.getByText('1 100 F', { normalizer: (text) => plain(text) ?? '' });
});

test('an old list is no longer believed', async () => {
  vi.setSystemTime('2026-11-22T14:00:00Z');
  serve();
  showPage(<OwnStock />, PAGE);
  await screen.findByText(/^Votre liste date du/);
  expect(screen.getByText(/Elle n’est plus crue depuis le/)).toBeTruthy();
});

test('a medicine is switched by one tap', async () => {
  const api = serve();
  api.on(stockEndpoints.switchStock, ({ path, body }) => {
    expect([path, body]).toEqual(['/api/stock/0198a000-0000-7000-8000-0000000000b1', { there: false }]);
    return { line: aStockLine({ there: false }) };
  });
  showPage(<OwnStock />, PAGE);
  await screen.findByRole('list', { name: 'Ma liste' });
  await press(/^N’y est plus/);
  await waitFor(() => expect(api.sent.filter(({ method }) => method === 'PATCH')).toHaveLength(1));
  await waitFor(() => expect(api.sent.filter(({ path }) => path === '/api/stock').length).toBe(2));
});

test('without a list, says what one is for', async () => {
  const api = serve();
  api.on(stockEndpoints.readStock, () => ({ list: null, lines: [], total: 0 }));
  showPage(<OwnStock />, PAGE);
  await screen.findByRole('heading', { name: 'Pas encore de liste' });
  await press('Donner une liste');
  await screen.findByRole('dialog', { name: 'Donner une liste' });
});

test('shows why loading failed, with a retry button', async () => {
  const api = serve();
  api.on(stockEndpoints.readStock, () => refuse('INTERNAL'));
  showPage(<OwnStock />, PAGE);
  await screen.findByRole('alert');
  expect(screen.getAllByRole('button', { name: 'Réessayer' })).toHaveLength(1);
});

test('a key is shown once, copied, and withdrawn by one tap', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', Object.assign(navigator, { clipboard: { writeText } }));
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'));
  const key = {
    _id: '0198a000-0000-7000-8000-0000000000c1',
    name: 'Caisse',
    createdAt: '2026-11-20T08:00:00.000Z',
    lastUsedAt: null,
  };
  const api = serve();
  api.on(stockEndpoints.createStockKey, ({ body }) => {
    expect(body).toEqual({ name: 'Caisse' });
    api.on(stockEndpoints.listStockKeys, () => ({ keys: [key], total: 1 }));
    return { key, secret: 'secret-of-the-key' };
  });
  api.on(stockEndpoints.withdrawStockKey, () => {
    api.on(stockEndpoints.listStockKeys, () => ({ keys: [], total: 0 }));
    return null;
  });
  showPage(<OwnStock />, PAGE);
  await screen.findByText('Aucune clé');
  await press('Créer une clé');
  const dialog = within(await screen.findByRole('dialog', { name: 'Créer une clé' }));
  fireEvent.change(await dialog.findByLabelText(/^Nom/), { target: { value: 'Caisse' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Créer la clé' }));
  await dialog.findByText('secret-of-the-key');
  fireEvent.click(dialog.getByRole('button', { name: 'Copier' }));
  await waitFor(() => expect(writeText).toHaveBeenCalledWith('secret-of-the-key'));
  fireEvent.click(dialog.getByRole('button', { name: 'C’est fait' }));
  await waitFor(() => expect(screen.queryByText('secret-of-the-key')).toBeNull());
  await press(/^Retirer/);
  const asked = within(await screen.findByRole('dialog', { name: 'Retirer la clé « Caisse » ?' }));
  fireEvent.click(asked.getByRole('button', { name: 'Retirer' }));
  await screen.findByText('Aucune clé');
});

async function choose(content = 'Nom\nParacétamol\n') {
  const file = new File([content], 'liste.csv');
  fireEvent.change(await screen.findByLabelText('Fichier'), { target: { files: [file] } });
}

test('a file is previewed as soon as it is chosen, then replaces the list', async () => {
  const api = fakeApi();
  const preview = aStockPreview();
  api.on(stockEndpoints.previewStock, () => ({ preview }));
  api.on(stockEndpoints.replaceStock, () => ({ report: preview }));
  const onDone = vi.fn();
  showPage(<ListForm onDone={onDone} />, PAGE);
  await choose();
  await screen.findByText(
    /^240 lignes lues, 12 inconnues, 2 refusées\. 226.médicaments du catalogue, dont 200 en stock\. Rien n’est encore écrit\.$/,
    {
      normalizer: (text) => plain(text) ?? '',
    },
  );
  expect(api.sent.map(({ path }) => path)).toEqual(['/api/stock/preview']);
  await press(/^Remplacer ma liste$/);
  await screen.findByText(/^Votre liste est remplacée/);
  expect(api.sent.at(-1)).toMatchObject({ path: '/api/stock', body: { digest: 'one' } });
  expect(screen.getByText(/Absent, Inconnu, et 10.autres/)).toBeTruthy();
  await press('Fermer');
  expect(onDone).toHaveBeenCalledOnce();
});

test('a doubtful price waits for « Importer quand même »', async () => {
  const api = fakeApi();
  const waiting = [
    {
      line: 5,
      name: 'Quinine (sirop)',
      fields: [{ label: 'Prix', before: '1 500 F', after: '15 000 F' }],
      reason: null,
    },
  ];
  const preview = aStockPreview({ counts: { ...aStockPreview().counts, waiting: 1 }, waiting });
  api.on(stockEndpoints.previewStock, () => ({ preview }));
  api.on(stockEndpoints.replaceStock, () => ({ report: preview }));
  showPage(<ListForm onDone={() => {}} />, PAGE);
  await choose();
  await screen.findByText('Prix : 1 500 F → 15 000 F');
  await press(/^Importer quand même$/);
  await screen.findByText(/^Votre liste est remplacée/);
  expect(api.sent.at(-1)?.body).toMatchObject({ digest: 'one', anyway: '1' });
});

test('says why a file is refused, tries again after a failure, and shows another preview when the catalogue changed', async () => {
  const api = fakeApi();
  api.on(stockEndpoints.previewStock, () => refuse('INVALID', { file: 'Colonnes manquantes : Nom' }));
  showPage(<ListForm onDone={() => {}} />, PAGE);
  await choose('Zone\n');
  await screen.findByText('Colonnes manquantes : Nom');
  api.on(stockEndpoints.previewStock, () => networkError);
  await choose();
  await screen.findByText(/n’a pas pu être envoyé|réseau/i);
  api.on(stockEndpoints.previewStock, () => ({ preview: aStockPreview() }));
  await press('Réessayer');
  await screen.findByText(/Rien n’est encore écrit/);
  api.on(stockEndpoints.replaceStock, () => refuse('IMPORT_CHANGED'));
  const none = { read: 3, known: 0, there: 0, unknown: 3, waiting: 0, refused: 0 };
  api.on(stockEndpoints.previewStock, () => ({ preview: aStockPreview({ counts: none, refused: [] }) }));
  await press(/^Remplacer ma liste/);
  await screen.findByText(/La liste a changé depuis l’aperçu/);
  await screen.findByText(/Rien à reprendre : aucun nom n’est au catalogue/);
  expect(screen.queryByRole('button', { name: /^Remplacer/ })).toBeNull();
});

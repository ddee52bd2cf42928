import { importEndpoints } from '@amasin/domain/imports/endpoints.ts';
import type { ImportPreview } from '@amasin/domain/imports/preview.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeApi, networkError, refuse } from '../testing/fake-api.ts';
import { plain } from '../testing/plain.ts';
import { showPage } from '../testing/show-page.tsx';
import { ImportForm } from './ImportDialog.tsx';

const preview: ImportPreview = {
  digest: 'one',
  readings: [],
  counts: { read: 240, added: 120, changed: 1, unchanged: 118, waiting: 0, refused: 1 },
  added: Array.from({ length: 2 }, (_, n) => ({
    line: n + 10,
    name: `Zone ${n}`,
    fields: [],
    reason: null,
  })),
  changed: [
    { line: 2, name: 'Nord', fields: [{ label: 'Frais', before: '500 F', after: '600 F' }], reason: null },
  ],
  waiting: [],
  refused: [{ line: 3, name: '', fields: [], reason: 'Nom requis' }],
};

function serve() {
  const api = fakeApi();
  api.on(importEndpoints.previewImport, () => ({ preview }));
  api.on(importEndpoints.importFile, () => ({ counts: preview.counts }));
  const onDone = vi.fn();
  showPage(<ImportForm list="zones" onDone={onDone} />, '/cpanel?tab=zones');
  return { api, onDone };
}
const press = (name: string | RegExp) => waitFor(() => fireEvent.click(screen.getByRole('button', { name })));

async function choose() {
  const file = new File(['Zone;Quartiers\n'], 'zones.csv');
  fireEvent.change(await screen.findByLabelText('Fichier'), { target: { files: [file] } });
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Voir ce qui changerait' }).disabled).toBe(
      false,
    ),
  );
  await press('Voir ce qui changerait');
}
const shown = async (title: string) => {
  const list = within(await screen.findByRole('list', { name: title }));
  return list.getAllByRole('listitem').map(({ textContent }) => plain(textContent));
};

test('shows what is new, changed and refused before anything is written, then imports', async () => {
  const { api, onDone } = serve();
  await choose();
  expect(await shown('Modifiées')).toEqual(['Ligne 2NordFrais : 500 F → 600 F']);
  expect(await shown('Refusées')).toEqual(['Ligne 3Nom requis']);
  expect(await shown('Nouvelles')).toEqual(['Ligne 10Zone 0', 'Ligne 11Zone 1']);
  expect(screen.getByText(/^et 118.autres$/)).not.toBeNull();
  expect(api.sent.map(({ path }) => path)).toEqual(['/api/imports/zones/preview']);
  await press(/^Importer 121.lignes$/);
  await screen.findByText(/^121.lignes importées\. 1.ligne n’a pas été importée\.$/);
  expect(api.sent.at(-1)?.path).toBe('/api/imports/zones');
  // What came in.
  expect(await shown('Modifiées')).toEqual(['Ligne 2NordFrais : 500 F → 600 F']);
  expect(await shown('Nouvelles')).toEqual(['Ligne 10Zone 0', 'Ligne 11Zone 1']);
  expect(onDone).not.toHaveBeenCalled();
  await press('Fermer');
  expect(onDone).toHaveBeenCalledOnce();
});

test('the buttons stand above the lines', async () => {
  serve();
  await choose();
  const list = await screen.findByRole('list', { name: 'Nouvelles' });
  const button = screen.getByRole('button', { name: /^Importer/ });
  expect(button.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('amounts ten times above or below wait for « Importer quand même », with both', async () => {
  const { api } = serve();
  const waiting = [
    { line: 5, name: 'Sud', fields: [{ label: 'Frais', before: '500 F', after: '50 F' }], reason: null },
  ];
  const doubtful = { ...preview, counts: { ...preview.counts, waiting: 1 }, waiting };
  api.on(importEndpoints.previewImport, () => ({ preview: doubtful }));
  const counts = { ...preview.counts, changed: 2 };
  api.on(importEndpoints.importFile, () => ({ counts }));
  await choose();
  expect(await shown('À confirmer')).toEqual(['Ligne 5SudFrais : 500 F → 50 F']);
  screen.getByText(/dix fois plus haut ou plus bas/);
  screen.getByRole('button', { name: /^Importer 121.lignes$/ });
  await press(/^Importer quand même \(122.lignes\)$/);
  await screen.findByText(/^122.lignes importées/);
  expect(api.sent.at(-1)?.body).toMatchObject({ digest: 'one', anyway: '1' });
  expect(await shown('Modifiées')).toEqual([
    'Ligne 5SudFrais : 500 F → 50 F',
    'Ligne 2NordFrais : 500 F → 600 F',
  ]);
});

test('asks how accents are to be read, and reads the file so', async () => {
  const { api } = serve();
  const readings: ImportPreview['readings'] = [
    { encoding: 'cp850', text: 'Tête;Sirop' },
    { encoding: 'macintosh', text: 'Tàte;Sirop' },
    { encoding: 'windows-1252', text: 'Tˆte;Sirop' },
  ];
  api.on(importEndpoints.previewImport, () => ({ preview: { ...preview, readings } }));
  await choose();
  await screen.findByText(/se lisent de plusieurs façons/);
  api.on(importEndpoints.previewImport, () => ({ preview }));
  await press('Tête;Sirop');
  await press(/^Importer 121.lignes$/);
  await screen.findByText(/^121.lignes importées/);
  const sent = api.sent.map(({ body }) => Object(body).encoding);
  expect(sent).toEqual([undefined, 'cp850', 'cp850']);
});

test('shows the new preview when the list has changed meanwhile', async () => {
  const { api, onDone } = serve();
  await choose();
  await screen.findByText(/118.lignes sont déjà/);
  api.on(importEndpoints.importFile, () => refuse('IMPORT_CHANGED'));
  api.on(importEndpoints.previewImport, () => ({
    preview: { ...preview, counts: { ...preview.counts, added: 0, changed: 1 }, added: [] },
  }));
  await press(/^Importer 121.lignes$/);
  await screen.findByText(/La liste a changé depuis l’aperçu/);
  await waitFor(() => screen.getByRole('button', { name: /^Importer 1.ligne$/ }));
  expect(onDone).not.toHaveBeenCalled();
});

test('keeps the file when the network fails, and says why a file is refused', async () => {
  const { api } = serve();
  api.on(importEndpoints.previewImport, () => networkError);
  await choose();
  await screen.findByText(/n’a pas pu être envoyé/);
  api.on(importEndpoints.previewImport, () => refuse('INVALID', { file: 'Colonnes manquantes : Zone' }));
  await press('Voir ce qui changerait');
  await screen.findByText('Colonnes manquantes : Zone');
});

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
  counts: { read: 240, added: 120, changed: 1, unchanged: 118, refused: 1 },
  added: Array.from({ length: 2 }, (_, n) => ({
    line: n + 10,
    name: `Zone ${n}`,
    fields: [],
    reason: null,
  })),
  changed: [
    { line: 2, name: 'Nord', fields: [{ label: 'Frais', before: '500 F', after: '600 F' }], reason: null },
  ],
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
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(api.sent.at(-1)?.path).toBe('/api/imports/zones');
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

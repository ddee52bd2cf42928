import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web';
import { fileEndpoints } from '@amasin/domain/files/endpoints.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeApi, networkError, refuse } from '../testing/fake-api.ts';
import { fakeObjectUrls } from '../testing/fake-object-urls.ts';
import { showPage } from '../testing/show-page.tsx';
import { FileLink, FileView } from './FileLink.tsx';

const page = {
  rotate: 0,
  getViewport: () => ({ width: 600, height: 800, scale: 1, clone: () => ({ width: 600, height: 800 }) }),
  render: () => ({ promise: Promise.resolve(), cancel: () => {} }),
};
const pdf = { numPages: 3, getPage: async () => page, loadingTask: { destroy: async () => {} } };
const openPdf = vi.hoisted(() => vi.fn());
vi.mock('pdfjs-dist/legacy/build/pdf.mjs', () => ({
  GlobalWorkerOptions: {},
  getDocument: () => ({ promise: openPdf() }),
}));

function aFile(type: string) {
  const api = fakeApi();
  const objectUrls = fakeObjectUrls();
  api.on(fileEndpoints.signFile, () => ({ url: '/api/files/a-token' }));
  api.on(fileEndpoints.openFile, () => new Response('bytes', { headers: { 'Content-Type': type } }));
  return { api, objectUrls };
}

const view = () => showPage(<FileView fileKey="a-key" name="Ordonnance" />, '/');
const button = (name: string) => screen.getByRole('button', { name });

test('shows an image by a signed link, requested once', async () => {
  const { api } = aFile('image/jpeg');
  view();
  const picture = await screen.findByRole('img', { name: 'Ordonnance', hidden: true });
  expect(picture.getAttribute('src')).toBe('blob:1');
  expect(api.sent.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
    { method: 'POST', path: '/api/upload/signed-url', body: { key: 'a-key' } },
    { method: 'GET', path: '/api/files/a-token', body: undefined },
  ]);
});

test('rotates by button and by key', async () => {
  aFile('image/png');
  view();
  const picture = await screen.findByRole('img', { hidden: true });
  Object.defineProperties(picture, { naturalWidth: { value: 600 }, naturalHeight: { value: 800 } });
  fireEvent.load(picture);
  expect(picture.style.transform).toContain('rotate(0deg)');
  fireEvent.click(button('Pivoter'));
  fireEvent.keyDown(screen.getByRole('region', { name: 'Ordonnance' }), { key: 'r' });
  expect(picture.style.transform).toContain('rotate(180deg)');
});

test('zooms in up to five times, and resets', async () => {
  aFile('image/png');
  view();
  await screen.findByRole('img', { hidden: true });
  expect(button('Réduire').getAttribute('aria-disabled')).toBe('true');
  for (let times = 0; times < 4; times += 1) fireEvent.click(button('Agrandir'));
  expect(button('Agrandir').getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button('Voir en entier'));
  expect(button('Réduire').getAttribute('aria-disabled')).toBe('true');
});

test('renders a PDF page by page', async () => {
  aFile('application/pdf');
  openPdf.mockResolvedValue(pdf);
  view();
  expect(await screen.findByText('Page 1 sur 3')).toBeDefined();
  fireEvent.click(button('Page suivante'));
  fireEvent.click(button('Page suivante'));
  expect(await screen.findByText('Page 3 sur 3')).toBeDefined();
  expect(await screen.findByRole('img', { name: 'Ordonnance, page 3 sur 3' })).toBeDefined();
  expect(button('Page suivante').getAttribute('aria-disabled')).toBe('true');
});

test.each([
  ['a PDF with a password', 'PasswordException', 'Ce PDF est protégé par un mot de passe.'],
  ['a broken PDF', 'InvalidPDFException', 'Ce PDF ne peut pas être affiché.'],
])('offers a download for %s', async (_what, name, text) => {
  aFile('application/pdf');
  openPdf.mockRejectedValue(Object.assign(new Error('no'), { name }));
  view();
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Télécharger le fichier' }).getAttribute('href')).toBe('blob:1');
});

test('shows an error for another person’s file', async () => {
  const { api } = aFile('image/jpeg');
  api.on(fileEndpoints.signFile, () => refuse('FILE_NOT_FOUND'));
  view();
  expect(await screen.findByText('Fichier inaccessible')).toBeDefined();
});

test('says when a file was erased, without trying again', async () => {
  const { api } = aFile('image/jpeg');
  api.on(fileEndpoints.signFile, () => refuse('FILE_ERASED', undefined, undefined, { date: '3 mars 2026' }));
  view();
  expect(
    await screen.findByText('Fichier effacé le 3 mars 2026, à la fin de sa durée de conservation'),
  ).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull();
});

test('requests a new link when it has expired', async () => {
  const { api } = aFile('image/jpeg');
  api.on(fileEndpoints.openFile, () => refuse('LINK_EXPIRED'));
  view();
  const retryButton = await screen.findByRole('button', { name: 'Réessayer' });
  api.on(fileEndpoints.openFile, () => new Response('x', { headers: { 'Content-Type': 'image/jpeg' } }));
  fireEvent.click(retryButton);
  expect(await screen.findByRole('img', { name: 'Ordonnance', hidden: true })).toBeDefined();
});

test('retries a lost connection by itself', async () => {
  const { api } = aFile('image/jpeg');
  api.on(fileEndpoints.openFile, () => {
    api.on(fileEndpoints.openFile, () => new Response('x', { headers: { 'Content-Type': 'image/jpeg' } }));
    return networkError;
  });
  view();
  expect(await screen.findByRole('img', { name: 'Ordonnance', hidden: true })).toBeDefined();
});

/** A file whose bytes are sent by the test; aborting fails the response. */
function byAndBy() {
  aFile('image/jpeg');
  const others = fetch;
  const lines: ReadableStreamDefaultController[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method === 'POST') return others(url, init);
    const start = (line: ReadableStreamDefaultController) => {
      lines.push(line);
      init.signal?.addEventListener('abort', () => line.error(new DOMException('Aborted', 'AbortError')));
    };
    // jsdom has no streams; `Response` reads those of Node.
    const body = new ReadableStream({ start }) as unknown as BodyInit;
    return new Response(body, { headers: { 'Content-Type': 'image/jpeg' } });
  });
  return lines;
}

test('aborts after 15 s without data, however long the download takes, and retries on « Réessayer »', async () => {
  await import('./Viewer.tsx');
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const lines = byAndBy();
  view();
  await pass(100);
  for (let part = 0; part < 4; part += 1) {
    lines[0]?.enqueue(new Uint8Array(1000));
    await pass(14_000);
  }
  expect(screen.queryByRole('alert')).toBeNull();
  await pass(1100);
  screen.getByText('Fichier inaccessible. Vérifiez votre réseau, puis réessayez.');
  await pass(60_000);
  expect(lines).toHaveLength(1);
  fireEvent.click(button('Réessayer'));
  await pass(100);
  lines[1]?.enqueue(new Uint8Array(1000));
  lines[1]?.close();
  await pass(100);
  screen.getByRole('img', { name: 'Ordonnance', hidden: true });
});

test('the button opens a dialog with its own URL; closing revokes the object URL', async () => {
  const { objectUrls } = aFile('image/jpeg');
  const router = showPage(
    <FileLink fileKey="a-key" name="Carte d’assurance" label="Voir la carte" />,
    '/profile',
  );
  fireEvent.click(button('Voir la carte'));
  expect(await screen.findByRole('img', { name: 'Carte d’assurance', hidden: true })).toBeDefined();
  expect(router.state.location.search).toBe('?fichier=1');
  expect(objectUrls.size).toBe(1);
  await router.navigate(-1);
  await waitFor(() => expect(objectUrls.size).toBe(0));
});

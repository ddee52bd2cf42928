import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Toasts } from '../lib/Toasts.tsx';
import { fakeObjectUrls } from '../testing/fake-object-urls.ts';
import { fakeUploads } from '../testing/fake-uploads.ts';
import { FilePicker } from './FilePicker.tsx';

const pdf = (name = 'ordonnance.pdf') => new File(['%PDF-1.7 %%EOF'], name, { type: 'application/pdf' });

let keys: (string | null)[];
let busy: boolean[];
beforeEach(() => {
  notifications.clean();
  keys = [];
  busy = [];
});

function Field({ first, error }: { first: string | null; error?: string }) {
  const [key, setKey] = useState(first);
  return (
    <MantineProvider env="test">
      <FilePicker
        label="Votre ordonnance"
        category="prescription"
        path="url"
        value={key}
        error={error}
        onChange={(next) => {
          keys.push(next);
          setKey(next);
        }}
        onBusyChange={(now) => busy.push(now)}
      />
      <Toasts />
    </MantineProvider>
  );
}

function show(first: string | null = null, error = 'Fichier requis !') {
  const attempts = fakeUploads();
  const objectUrls = fakeObjectUrls();
  const { unmount } = render(<Field first={first} error={error} />);
  return { attempts, objectUrls, unmount };
}

const choose = (file: File, by: 'files' | 'camera' = 'files') =>
  fireEvent.change(screen.getByTestId(by), { target: { files: [file] } });
const sendingToast = () => screen.queryByText('Envoi du fichier…', { selector: '[role=alert] *' });
const button = (name: string) => screen.getByRole('button', { name });

test('the camera takes images only, the file chooser images and PDFs', () => {
  show();
  expect(screen.getByTestId('camera').getAttribute('accept')).toBe('image/*');
  expect(screen.getByTestId('camera').getAttribute('capture')).toBe('environment');
  expect(screen.getByTestId('files').getAttribute('accept')).toBe('image/*,application/pdf');
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {});
  fireEvent.click(button('Prendre une photo'));
  fireEvent.click(button('Choisir un fichier'));
  expect(opened).toHaveBeenCalledTimes(2);
});

test('the form’s message is shown under the field and describes it', () => {
  show();
  const choice = button('Choisir un fichier');
  expect(screen.getByText('Fichier requis !')).toBeDefined();
  const about = choice.getAttribute('aria-describedby')?.split(' ') ?? [];
  const texts = about.map((id) => document.getElementById(id)?.textContent);
  expect(texts).toEqual(['Votre ordonnance', 'Photo, image ou PDF, 10 Mo au plus.', 'Fichier requis !']);
  expect(choice.dataset.path).toBe('url');
});

test('uploads at once with progress, and reports the key', async () => {
  const { attempts } = show();
  choose(pdf());
  await waitFor(() => expect(attempts).toHaveLength(1));
  expect(busy.at(-1)).toBe(true);
  expect(screen.queryByText('Fichier requis !')).toBeNull();
  const bar = screen.getByRole('progressbar', { name: 'Envoi du fichier' });
  attempts[0]!.progress(45);
  await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('45'));
  expect(screen.getByText('Envoi… 45 %')).toBeDefined();
  attempts[0]!.accept('a-key');
  expect(await screen.findByText('ordonnance.pdf')).toBeDefined();
  expect(keys).toEqual(['a-key']);
  expect(busy.at(-1)).toBe(false);
  fireEvent.click(button('Retirer'));
  expect(keys).toEqual(['a-key', null]);
  expect(button('Choisir un fichier')).toBeDefined();
});

test('shows a loading toast during the upload, then success or error, or none after cancelling', async () => {
  const { attempts } = show();
  choose(pdf());
  expect(await screen.findByText('Envoi du fichier…', { selector: '[role=alert] *' })).toBeDefined();
  await waitFor(() => expect(attempts).toHaveLength(1));
  attempts[0]!.refuse('STORAGE_UNAVAILABLE');
  expect(await screen.findByText('Le fichier n’a pas été envoyé')).toBeDefined();
  await waitFor(() => expect(sendingToast()).toBeNull());
  fireEvent.click(button('Réessayer'));
  await waitFor(() => expect(attempts).toHaveLength(2));
  await waitFor(() => expect(sendingToast()).not.toBeNull());
  attempts[1]!.accept('a-key');
  expect(await screen.findByText('Fichier envoyé')).toBeDefined();
  choose(pdf());
  await waitFor(() => expect(attempts).toHaveLength(3));
  fireEvent.click(button('Annuler'));
  await waitFor(() => expect(sendingToast()).toBeNull());
});

test('announces a lost connection, and uploads again when online', async () => {
  const { attempts } = show();
  choose(pdf());
  await waitFor(() => expect(attempts).toHaveLength(1));
  attempts[0]!.cut();
  expect((await screen.findAllByText('Connexion perdue : l’envoi reprend dès que possible.')).length).toBe(2);
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(attempts).toHaveLength(2));
  attempts[1]!.accept('a-key');
  await waitFor(() => expect(keys).toEqual(['a-key']));
});

test('shows a refusal, and sends the same file again', async () => {
  const { attempts } = show();
  choose(pdf());
  await waitFor(() => expect(attempts).toHaveLength(1));
  attempts[0]!.refuse('STORAGE_UNAVAILABLE');
  expect((await screen.findByText('Espace de stockage indisponible')).getAttribute('role')).toBe('alert');
  fireEvent.click(button('Réessayer'));
  await waitFor(() => expect(attempts).toHaveLength(2));
  attempts[1]!.accept('a-key');
  await waitFor(() => expect(keys).toEqual(['a-key']));
});

test('offers no retry for a file that the server will always refuse', async () => {
  const { attempts } = show();
  choose(pdf());
  await waitFor(() => expect(attempts).toHaveLength(1));
  attempts[0]!.refuse('QUOTA');
  expect((await screen.findByText(/^Espace de fichiers plein/)).getAttribute('role')).toBe('alert');
  expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull();
});

test('does not upload a file that is neither an image nor a PDF', async () => {
  const { attempts } = show();
  choose(new File(['MZ'], 'setup.exe', { type: 'application/x-msdownload' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Format non accepté : image (JPEG, PNG, WebP) ou PDF uniquement',
  );
  expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull();
  expect(button('Choisir un autre fichier')).toBeDefined();
  expect(attempts).toHaveLength(0);
});

test('cancelling a replacement restores the previous file', async () => {
  const { attempts } = show('old-key');
  expect(screen.getByText('Fichier joint')).toBeDefined();
  choose(pdf());
  await waitFor(() => expect(attempts).toHaveLength(1));
  expect(keys).toEqual([null]);
  fireEvent.click(button('Annuler'));
  expect(keys).toEqual([null, 'old-key']);
  expect(attempts[0]!.aborted).toBe(true);
  expect(screen.getByText('Fichier joint')).toBeDefined();
});

test('unmounting aborts the upload', async () => {
  const { attempts, unmount } = show();
  choose(pdf());
  await waitFor(() => expect(attempts).toHaveLength(1));
  unmount();
  expect(attempts[0]!.aborted).toBe(true);
  expect(keys).toEqual([]);
});

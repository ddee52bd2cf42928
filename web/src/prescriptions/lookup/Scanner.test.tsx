import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { readPhoto, Scanner } from './Scanner.tsx';

// jsdom has no canvas; decoding is tested in a browser.
vi.mock('./Scanner.tsx', () => ({ readPhoto: vi.fn() }));

const getUserMedia = vi.fn();
const photo = new File(['x'], 'code.jpg', { type: 'image/jpeg' });

afterEach(() => vi.unstubAllGlobals());

function show(hasCamera = false) {
  vi.stubGlobal('navigator', hasCamera ? { mediaDevices: { getUserMedia } } : {});
  const onScan = vi.fn();
  render(
    <MantineProvider env="test">
      <Scanner onScan={onScan} />
    </MantineProvider>,
  );
  const selectPhoto = () => fireEvent.change(screen.getByTestId('photo'), { target: { files: [photo] } });
  return { onScan, selectPhoto };
}

test('scans a photo when there is no camera', async () => {
  vi.mocked(readPhoto).mockResolvedValue('ORD-12345678');
  const { onScan, selectPhoto } = show();
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Nous n’avons pas trouvé de caméra/);
  selectPhoto();
  await waitFor(() => expect(onScan).toHaveBeenCalledWith('ORD-12345678'));
});

test('shows why the camera is refused, with a retry button', async () => {
  getUserMedia.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  show(true);
  expect((await screen.findByRole('alert')).textContent).toMatch(/^L’accès à la caméra est refusé/);
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(getUserMedia).toHaveBeenCalledTimes(2));
});

test('distinguishes a photo without a code from another QR code', async () => {
  vi.mocked(readPhoto).mockRejectedValueOnce(new Error('nothing'));
  const { onScan, selectPhoto } = show();
  await screen.findByRole('alert');
  selectPhoto();
  expect(await screen.findByText(/^Nous n’avons pas trouvé de code QR/)).toBeDefined();
  vi.mocked(readPhoto).mockResolvedValueOnce('https://exemple.bj/menu');
  selectPhoto();
  expect(await screen.findByText('Ce code QR n’est pas celui d’une ordonnance.')).toBeDefined();
  expect(onScan).not.toHaveBeenCalled();
});

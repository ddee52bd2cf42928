import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Scanner } from './Scanner.tsx';

// jsdom has no canvas; decoding is tested in a browser.
const decodeQR = vi.hoisted(() => vi.fn());
vi.mock('qr/decode.js', () => ({ default: decodeQR }));

const getUserMedia = vi.fn();
const photo = new File(['x'], 'code.jpg', { type: 'image/jpeg' });

afterEach(() => vi.unstubAllGlobals());

function show(hasCamera = false) {
  vi.stubGlobal('navigator', hasCamera ? { mediaDevices: { getUserMedia } } : {});
  vi.stubGlobal('createImageBitmap', async () => ({ width: 8, height: 8, close: () => {} }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: () => {},
    getImageData: () => ({ data: new Uint8ClampedArray(256), width: 8, height: 8 }),
  } as never);
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
  decodeQR.mockReturnValue('ORD-12345678');
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
  decodeQR.mockImplementationOnce(() => {
    throw new Error('nothing');
  });
  const { onScan, selectPhoto } = show();
  await screen.findByRole('alert');
  selectPhoto();
  expect(await screen.findByText(/^Nous n’avons pas trouvé de code QR/)).toBeDefined();
  decodeQR.mockReturnValueOnce('https://exemple.bj/menu');
  selectPhoto();
  expect(await screen.findByText('Ce code QR n’est pas celui d’une ordonnance.')).toBeDefined();
  expect(onScan).not.toHaveBeenCalled();
});

test.each([
  ['ORD-12345678', 'ORD-12345678'],
  ['ord 12345678', 'ORD-12345678'],
  ['12345678', 'ORD-12345678'],
  ['https://amasin.bj/order?code=ORD-12345678&x=1', 'ORD-12345678'],
  ['ORD-1234567', null],
  ['ORD-123456789', null],
  ['https://exemple.bj/menu', null],
  ['', null],
])('%s is read as %s', async (text, number) => {
  decodeQR.mockReturnValueOnce(text);
  const { onScan, selectPhoto } = show();
  selectPhoto();
  if (number === null) await screen.findByText('Ce code QR n’est pas celui d’une ordonnance.');
  else await waitFor(() => expect(onScan).toHaveBeenCalledWith(number));
  expect(onScan).toHaveBeenCalledTimes(number === null ? 0 : 1);
});

const refused = /^L’accès à la caméra est refusé/;
const absent = /^Nous n’avons pas trouvé de caméra/;
const other = /ne s’ouvre pas/;

test.each<[string, unknown, RegExp]>([
  ['NotAllowedError', new DOMException('x', 'NotAllowedError'), refused],
  ['SecurityError', new DOMException('x', 'SecurityError'), refused],
  ['NotFoundError', new DOMException('x', 'NotFoundError'), absent],
  ['OverconstrainedError', new DOMException('x', 'OverconstrainedError'), absent],
  ['NotReadableError', new DOMException('x', 'NotReadableError'), /déjà utilisée/],
  ['an unknown error', new DOMException('x', 'Autre'), other],
  // As some browsers throw it.
  ['what is no Error', { name: 'OverconstrainedError' }, absent],
  ['null', null, other],
  ['undefined', undefined, other],
  ['a text', 'x', other],
  ['an object without a name', {}, other],
])('says why the camera does not open: %s', async (_, fault, message) => {
  getUserMedia.mockRejectedValueOnce(fault);
  show(true);
  expect((await screen.findByRole('alert')).textContent).toMatch(message);
});

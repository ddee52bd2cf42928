import { refusals } from '@amasin/domain/contract/refusals.ts';
import { expect, test, vi } from 'vitest';
import { prepareFile } from './prepare-file.ts';

const never = async (): Promise<File> => expect.fail('it was shrunk');
const failure = (preparing: Promise<File>) =>
  preparing.then(
    () => expect.fail('it was accepted'),
    (error: Error) => error.message,
  );

test('a PDF is not shrunk, whatever type the device reports', async () => {
  const pdf = new File(['%PDF-1.7 … %%EOF'], 'ordonnance.pdf', { type: 'application/pdf' });
  expect(await prepareFile(pdf, never)).toBe(pdf);
  const untyped = await prepareFile(
    new File(['\ufeff\n%PDF-1.4 … %%EOF', new Uint8Array(2_000)], 'scan'),
    never,
  );
  expect(untyped.type).toBe('application/pdf');
});

test('an image is shrunk, even one without a type', async () => {
  const shrunk = new File(['x'], 'photo.jpg', { type: 'image/jpeg' });
  const shrink = vi.fn(async () => shrunk);
  expect(await prepareFile(new File(['y'], 'a.png', { type: 'image/png' }), shrink)).toBe(shrunk);
  expect(await prepareFile(new File(['y'], 'IMG_1'), shrink)).toBe(shrunk);
  expect(shrink).toHaveBeenLastCalledWith(expect.objectContaining({ type: 'image/jpeg' }));
});

test.each([
  ['a text file', new File(['bonjour'], 'a.txt', { type: 'text/plain' })],
  ['a PDF that was cut', new File(['%PDF-1.7 …'], 'a.pdf', { type: 'application/pdf' })],
  ['an empty file', new File([], 'a.jpg', { type: 'image/jpeg' })],
])('%s is refused', async (_what, file) => {
  expect(await failure(prepareFile(file, never))).toBe(refusals.FILE_TYPE.message);
});

test('a file above 10 MB is refused', async () => {
  const heavy = new File(['%PDF-1.7', new Uint8Array(10 * 1024 * 1024)], 'a.pdf', {
    type: 'application/pdf',
  });
  expect(await failure(prepareFile(heavy, never))).toBe(refusals.FILE_TOO_LARGE.message);
});

test('an unreadable file is refused', async () => {
  const gone = new File(['x'], 'a.jpg', { type: 'image/jpeg' });
  gone.slice = () => {
    throw new DOMException('gone', 'NotReadableError');
  };
  expect(await failure(prepareFile(gone, never))).toBe(
    'Ce fichier ne peut pas être lu. Choisissez-en un autre.',
  );
});

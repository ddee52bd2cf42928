import { expect, it } from 'vitest';
import { isEncrypted, lengthBeforePdf, trimPdf } from './pdf.ts';

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const text = (file: Uint8Array | null) => file && String.fromCharCode(...file);
const PDF = '%PDF-1.7\n…\nstartxref\n9\n%%EOF\n'.replace('…', 'x');

it.each([
  ['nothing', PDF, PDF],
  ['a byte order mark before', `\xef\xbb\xbf${PDF}`, PDF],
  ['a line end before', `\n${PDF}`, PDF],
  ['a mark and blanks before', `\xef\xbb\xbf \r\n\0${PDF}`, PDF],
  ['two byte order marks before', `\xef\xbb\xbf\xef\xbb\xbf${PDF}`, PDF],
  ['a printer’s head before', `\x1b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=PDF\r\n${PDF}`, PDF],
  ['a text before', `HTTP/1.1 200 OK\n${PDF}`, PDF],
  ['2,000 signs of the end of a file after', `${PDF.trimEnd()}\n${'\x1a'.repeat(2_000)}`, PDF],
  ['2,000 bytes of an empty disk after', `${PDF.trimEnd()}\n${'\xff'.repeat(2_000)}`, PDF],
  ['2,000 zero bytes after', `${PDF}${'\0'.repeat(2_000)}`, PDF],
  ['no line end', PDF.trimEnd(), PDF.trimEnd()],
  ['Windows line ends and blanks after', `${PDF.trimEnd()}\r\n  \n`, `${PDF.trimEnd()}\r\n`],
  ['a few other bytes after', `${PDF}--form--`, `${PDF}--form--`],
])('a PDF with %s is read, and kept without it', (_, file, kept) => {
  expect(text(trimPdf(bytes(file)))).toBe(kept);
});

it('a PDF without anything around it is the same object', () => {
  const file = bytes(PDF);
  expect(trimPdf(file)).toBe(file);
});

it.each([
  ['an empty file', ''],
  ['blanks alone', ' \n\0'],
  ['a picture with a head in it', `\xff\xd8\xff\xfe\0\x10${PDF}`],
  ['more than a kilobyte of blanks before', `${' '.repeat(1_024)}${PDF}`],
  ['no version', PDF.replace('1.7', '')],
  ['no end', PDF.replace('%%EOF', '')],
  ['an end far from the last byte', `${PDF}${'x'.repeat(1_100)}`],
])('%s is no PDF', (_, file) => {
  expect(trimPdf(bytes(file))).toBeNull();
});

it('tells a PDF by its beginning', () => {
  expect(lengthBeforePdf(bytes('\n%PDF-1.4'))).toBe(1);
  expect(lengthBeforePdf(bytes('\xff\xd8\xff'))).toBeNull();
});

it('tells a PDF that may ask for a password', () => {
  const encrypted = PDF.replace('startxref', 'trailer << /Root 1 0 R /Encrypt 6 0 R >>\nstartxref');
  expect([
    isEncrypted(bytes(encrypted)),
    isEncrypted(bytes(PDF)),
    isEncrypted(bytes('/E/En/Encryp')),
  ]).toEqual([true, false, false]);
});

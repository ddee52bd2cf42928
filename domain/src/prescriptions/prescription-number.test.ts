import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pricesAreValid } from './prescription.ts';
import { maskName, readPrescriptionNumber, readSearch } from './prescription-number.ts';

it.each([
  'ORD-12345678',
  'ord-12345678',
  '12345678',
  ' Ord 1234 5678 ',
  'ORD–1234-5678',
  'ord12345678',
  'N° ORD-12345678',
  'nº 12345678',
  '№ ORD 12345678',
  'Ordonnance n° ORD-12345678',
  'Numéro : ORD\u201112345678',
  '\u202aORD-1234\u200b5678\u202c\ufe0f',
  '\uff2f\uff32\uff24-12345678',
  'Bonjour Afi, voici le code de votre ordonnance : ORD-12345678. Gardez-le. Tél. 0197000001',
  'ORD-12345678 (je répète : ord 1234 5678)',
])('%j is read as ORD-12345678', (typed) => {
  expect(readPrescriptionNumber(typed)).toBe('ORD-12345678');
});

it.each([
  '',
  'ORD-',
  'ORD-1234567',
  '1234567',
  '123456789',
  'ORD-1234567%',
  'CMD-12345678',
  'ORD-1234567O',
  'N° ORD',
  'ORD-12345678 ou ORD-87654321',
  'le 12345678 de la rue',
  'Voici : ORD-123456789',
  '１234567８',
])('"%s" is not a prescription number', (typed) => {
  expect(readPrescriptionNumber(typed)).toBeNull();
});

it.each([
  ['N° ord\u20111234 5678', 'ORD-12345678'],
  ['\u202a1234 5678\u202c', '1234 5678'],
  ['cmd\u2013000123', 'cmd-000123'],
  [' Afi\u200b Dossou ', 'Afi Dossou'],
])('%j is searched as %j', (typed, searched) => {
  expect(readSearch(typed)).toBe(searched);
});

it('reads the stored form unchanged', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (n) => {
      const stored = `ORD-${String(n).padStart(8, '0')}`;
      expect(readPrescriptionNumber(stored)).toBe(stored);
    }),
  );
});

it.each([
  ['Afi Kpadé', 'A*** K***'],
  ['  Ɖossou   Émile  ', 'Ɖ*** É***'],
  ['𝒜b', '𝒜***'],
  ['', ''],
])('masks the name "%s" as "%s"', (name, masked) => {
  expect(maskName(name)).toBe(masked);
});

it('prices are valid for exactly 30 days', () => {
  const then = new Date('2026-10-21T10:00:00.000Z');
  expect(pricesAreValid(then, new Date('2026-11-20T10:00:00.000Z'))).toBe(true);
  expect(pricesAreValid(then, new Date('2026-11-20T10:00:00.001Z'))).toBe(false);
});

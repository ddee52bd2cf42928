import { expect, test } from 'vitest';
import { aMedication } from '../testing/catalogue.ts';
import { contentsOf, detailOf } from './medication-detail.ts';

const doliprane = aMedication({
  label: 'DOLIPRANE 500 mg, comprimé',
  substances: 'Paracétamol',
  dosage: '500 mg',
});

test('names the substance and its dose, then the form', () => {
  expect(detailOf(doliprane)).toBe('Paracétamol · 500 mg · Comprimé');
  expect(detailOf({ ...doliprane, dosage: null }, 'sur ordonnance')).toBe(
    'Paracétamol · Comprimé · sur ordonnance',
  );
});

test('does not repeat a substance of the label, whatever its accents', () => {
  expect(contentsOf({ ...doliprane, label: 'PARACETAMOL LABO 500 mg' })).toEqual([]);
  const both = { ...doliprane, substances: 'Paracétamol + caféine', dosage: '500 mg + 65 mg' };
  expect(contentsOf({ ...both, label: 'Paracétamol 500 mg + caféine 65 mg' })).toEqual([]);
  expect(contentsOf({ ...both, label: 'Paracétamol 500 mg' })).toEqual([
    'Paracétamol + caféine',
    '500 mg + 65 mg',
  ]);
});

test('names three of many substances, and none when unknown', () => {
  expect(
    contentsOf({ ...doliprane, substances: 'Fer + zinc + cuivre + iode', dosage: '1 mg + 2 mg' }),
  ).toEqual(['Fer + zinc + cuivre + …']);
  expect(contentsOf({ ...doliprane, substances: null, dosage: null })).toEqual([]);
});

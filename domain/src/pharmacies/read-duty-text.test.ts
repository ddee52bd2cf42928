import { expect, test } from 'vitest';
import { nightsFrom } from './duty-night.ts';
import { readDutyText } from './read-duty-text.ts';

const MONDAY = '2026-11-23';
const TUESDAY = '2026-11-24';
const WEEK = nightsFrom(MONDAY, 7);
const read = (text: string) => readDutyText(text, MONDAY).map(({ written, nights }) => [written, nights]);

test('names belong to the night above them; those before any night, to the week', () => {
  const text = [
    'Pharmacies de garde',
    'Pharmacie de la Semaine',
    '',
    'Nuit du lundi 23 novembre 2026 :',
    '- Pharmacie Camp Guézo',
    '2) Pharmacie Zogbo (Zogbo), 21 30 00 00',
    'Mardi',
    '• Étoile\r',
  ].join('\n');
  expect(read(text)).toEqual([
    ['Pharmacie de la Semaine', WEEK],
    ['Pharmacie Camp Guézo', [MONDAY]],
    ['Pharmacie Zogbo (Zogbo), 21 30 00 00', [MONDAY]],
    ['Étoile', [TUESDAY]],
  ]);
});

test('a night and its names may be on one line', () => {
  expect(
    read(
      'Lundi 23 : Zogbo, Étoile\nPont\n24/11/2026;Pharmacie du Port\nPharmacie Mènontin\t24/11/2026\nSuite',
    ),
  ).toEqual([
    ['Zogbo', [MONDAY]],
    ['Étoile', [MONDAY]],
    ['Pont', [MONDAY]],
    ['Pharmacie du Port', [TUESDAY]],
    ['Pharmacie Mènontin', [TUESDAY]],
    ['Suite', [MONDAY]],
  ]);
});

test.each(['31/11 : Étoile', '31/11 ; Étoile', '31/11/26, Étoile', '31.11 Étoile'])(
  'the name beside a date that cannot be read has no night: « %s »',
  (line) => {
    expect(read(`Lundi 23 novembre\nZogbo\n${line}`).at(-1)?.at(1)).toEqual([]);
  },
);

test.each([
  ['2028-02-28', '29 février', ['2028-02-29']],
  ['2027-02-22', '29 février', []],
  ['2029-02-26', '29/02', []],
  ['2029-02-26', 'Du 26 février au 29 février', []],
  ['2026-12-28', 'Du 31 décembre au 1er janvier', ['2026-12-31', '2027-01-01']],
] as const)('in the week of %s, « %s » is %o', (week, night, nights) => {
  expect(readDutyText(`${night}\nZogbo`, week).at(-1)).toEqual({ written: 'Zogbo', nights });
});

test('a line that is neither a night nor a name remains, to be shown as unknown', () => {
  expect(read('ORDRE NATIONAL DES PHARMACIENS\n\n***\n')).toEqual([['ORDRE NATIONAL DES PHARMACIENS', WEEK]]);
});

test.each([
  'Mardi 24 novmbre',
  'Mardi 23 novembre',
  'Nuit du 31 novembre',
  '32/11/2026',
  '31/11',
  '31/11 Zogbo',
])('names below « %s », which cannot be read, have no night', (night) => {
  expect(read(`Lundi 23 novembre\nZogbo\n${night}\nÉtoile\nMardi 24 novembre\nPont`)).toEqual([
    ['Zogbo', [MONDAY]],
    [night, []],
    ['Étoile', []],
    ['Pont', [TUESDAY]],
  ]);
});

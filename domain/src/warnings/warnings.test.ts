import { expect, test } from 'vitest';
import { isNoise, type KnownMedicine, warningSeen, warningsOf } from './warnings.ts';

const line = (label: string, substances: string | null = null): KnownMedicine => ({
  medicationId: label,
  label,
  substances,
});

const doliprane = line('Doliprane 500 mg', 'Paracétamol');
const efferalgan = line('Efferalgan codéiné', 'PARACETAMOL + Codéine');
const augmentin = line('Augmentin 1 g Adultes', 'Amoxicilline + acide clavulanique');
const folic = line('Spéciafoldine', 'Acide folique');
const child = line('Ibuprofène enfant', 'Ibuprofène');
const both = line('Vitamine C adultes et enfants', 'Acide ascorbique');
const recent = (medicine: KnownMedicine) => [{ ...medicine, day: '28 novembre' }];

test.each<[string, Parameters<typeof warningsOf>[0], object[]]>([
  ['nothing of nothing', { lines: [] }, []],
  ['nothing of other substances', { lines: [doliprane, augmentin] }, []],
  [
    'a substance in two lines, one of them with another one',
    { lines: [doliprane, augmentin, efferalgan] },
    [
      {
        rule: 'duplicate',
        medications: ['Doliprane 500 mg', 'Efferalgan codéiné'],
        source: 'Composition du catalogue : paracétamol',
      },
    ],
  ],
  ['a substance that one line names twice', { lines: [line('Bi', 'Zinc + zinc')] }, []],
  ['a shared word is no shared substance', { lines: [augmentin, folic] }, []],
  [
    'the same substance in a recent order',
    { lines: [doliprane, augmentin], recentLines: recent(efferalgan) },
    [
      {
        rule: 'recent',
        medications: ['Doliprane 500 mg'],
        source: 'Commandes du client : Efferalgan codéiné, le 28 novembre',
      },
    ],
  ],
  ['two of unknown composition are not compared', { lines: [], recentLines: recent(line('Quinze')) }, []],
  [
    'an adult’s form for a child',
    { lines: [augmentin, both], ageMonths: 143 },
    [
      {
        rule: 'adult-form',
        medications: ['Augmentin 1 g Adultes'],
        source: 'Âge écrit sur l’ordonnance : 11 ans et 11 mois',
      },
    ],
  ],
  ['an adult’s form at twelve', { lines: [augmentin], ageMonths: 144 }, []],
  ['an adult’s form at an age that nobody wrote', { lines: [augmentin], ageMonths: null }, []],
  [
    'a child’s form for an adult',
    { lines: [child, both], ageMonths: 216 },
    [
      {
        rule: 'child-form',
        medications: ['Ibuprofène enfant'],
        source: 'Âge écrit sur l’ordonnance : 18 ans',
      },
    ],
  ],
  [
    'a child’s form by another word',
    { lines: [line('Sirop pédiatrique', 'Zinc')], ageMonths: 300 },
    [
      {
        rule: 'child-form',
        medications: ['Sirop pédiatrique'],
        source: 'Âge écrit sur l’ordonnance : 25 ans',
      },
    ],
  ],
  ['a child’s form at seventeen', { lines: [child], ageMonths: 215 }, []],
  [
    'an allergy to a substance, in the plural and without accents',
    { lines: [augmentin, doliprane], allergies: 'Allergique aux AMOXICILLINES, arachide' },
    [
      {
        rule: 'allergy',
        medications: ['Augmentin 1 g Adultes'],
        source: 'Écrit par le client : amoxicillines',
      },
    ],
  ],
  [
    'an allergy to a brand',
    { lines: [doliprane], allergies: 'doliprane' },
    [{ rule: 'allergy', medications: ['Doliprane 500 mg'], source: 'Écrit par le client : doliprane' }],
  ],
  ['a part of a word is no word', { lines: [augmentin], allergies: 'cilline, 500, mg' }, []],
  ['common words name nothing', { lines: [augmentin], allergies: 'acide citrique, adultes' }, []],
  [
    'an unknown composition',
    { lines: [line('Quinze'), line('Seize', ' '), doliprane] },
    [
      {
        rule: 'unverified',
        medications: ['Quinze', 'Seize'],
        source: 'Le catalogue ne dit pas de quoi il est composé',
      },
    ],
  ],
  ['a rule that is off', { lines: [doliprane, efferalgan], off: ['duplicate'] }, []],
])('%s', (_name, looked, warnings) => expect(warningsOf(looked)).toEqual(warnings));

test.each([
  [20, 16, false, true],
  [20, 15, false, false],
  [19, 19, false, false],
  [20, 20, true, false],
])('%d raised, %d seen, off %j: noise %j', (raised, seen, off, noise) =>
  expect(isNoise({ raised, seen, off })).toBe(noise),
);

test.each([
  [{ reason: 'intended' }, { reason: 'intended', note: null }],
  [
    { reason: 'other', note: ' Vu ' },
    { reason: 'other', note: 'Vu' },
  ],
  [{ reason: 'other', note: ' ' }, undefined],
  [{}, undefined],
])('%j is read as %j', (body, read) => {
  const medications = ['0198a000-0000-7000-8000-000000000001'];
  const { data } = warningSeen.safeParse({ medications, ...body });
  expect(data).toEqual(read && { medications, ...read });
});

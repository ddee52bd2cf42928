import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newDutyShifts } from '../pharmacies/duty-shift.ts';
import { idParams } from './paging.ts';
import { id, moment, optionalText, plainText, requiredText } from './text.ts';

const name = requiredText('Nom requis', 20);
const messages = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message);

describe('a required text', () => {
  it.each([
    ['  Adjoua  ', 'Adjoua'],
    ['a\u0000b\u0007c\u007f\u0085', 'abc'],
    ['ligne\nsuivante\tici', 'ligne\nsuivante\tici'],
    // Half of an emoji, which PostgreSQL rejects in jsonb.
    ['moitié\ud83d', 'moitié'],
    ['portail bleu 🏠', 'portail bleu 🏠'],
    // Stored as NFC (rule 46).
    ['Cafe\u0301', 'Café'],
    ['\u200bvu\u200b', '\u200bvu\u200b'],
    ['x'.repeat(20), 'x'.repeat(20)],
  ])('parses %o as %o', (sent, parsed) => {
    expect(name.parse(sent)).toBe(parsed);
  });

  it.each([undefined, null, '', '   ', '\u0000', 12, [], {}])('%o counts as missing', (value) => {
    expect(messages(name, value)).toEqual(['Nom requis']);
  });

  it.each([
    '\u200b',
    '\u2060',
    '\u2800',
    '\u3164',
    '\u115f',
    '\ufe0f',
    '\u00ad',
    '\u202e\u202c',
    '\u{e0041}',
    ' \u200b\u00a0\u200d',
    '\ufffc',
    '\ue000',
    '\u{f0000}',
    '\u0301',
    '\u20e3',
    '\ufff9',
    '\uffa0',
    '\u{1d159}',
  ])('%j has no visible character and counts as missing (rule 46)', (value) => {
    expect(messages(name, value)).toEqual(['Nom requis']);
    expect([optionalText(20).parse(value), plainText(20).parse(value)]).toEqual([null, '']);
  });

  it('reports the maximum length', () => {
    expect(messages(name, 'x'.repeat(21))).toEqual(['20 caractères maximum']);
    expect(messages(requiredText('Requis', 3, 'Trop long'), 'abcd')).toEqual(['Trop long']);
  });
});

describe('an optional text', () => {
  const address = optionalText(20, 'Adresse trop longue');

  it.each([undefined, null, '', '  ', '\u0000'])('%o is null', (value) => {
    expect(address.parse(value)).toBeNull();
  });

  it('is trimmed, cleaned and bounded', () => {
    expect(address.parse(' Cadjèhoun\u0000 ')).toBe('Cadjèhoun');
    expect(messages(address, 'x'.repeat(21))).toEqual(['Adresse trop longue']);
    expect(messages(address, 12)).toEqual(['Valeur invalide']);
  });
});

describe('every text schema', () => {
  it.each([
    ['12 rue\u202e 34 F', '12 rue 34 F'],
    ['\u2068Afi\u2069 attend', 'Afi attend'],
    ['\u202a01 97 00 00 01\u202c', '01 97 00 00 01'],
    ['\u200fأمينة', '\u200fأمينة'],
  ])('%j is stored as %j: nothing turns the line around it', (sent, stored) => {
    const schemas = [requiredText('Requis', 200), optionalText(200), plainText(200)];
    expect(schemas.map((schema) => schema.parse(sent))).toEqual([stored, stored, stored]);
  });

  it('strips control characters, broken emoji and surrounding space', () => {
    const schemas = fc.constantFrom(requiredText('Requis', 200), optionalText(200), plainText(200));
    fc.assert(
      fc.property(
        schemas,
        fc.string({ unit: 'binary', maxLength: 100 }),
        fc.boolean(),
        (schema, text, half) => {
          const read = schema.safeParse(half ? `${text}\udc00\ud800` : text).data ?? '';
          expect(read).toBe(read.trim());
          expect(read).not.toMatch(/[^\P{Cc}\t\n\r]|\p{Cs}/u);
          expect(schema.safeParse(read).data ?? '').toBe(read);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('an identifier', () => {
  const stored = '01932b6e-89ab-7cde-8f01-23456789abcd';

  it('is lower-cased', () => {
    expect(id.parse(stored.toUpperCase())).toBe(stored);
    expect(idParams.parse({ id: stored.toUpperCase() })).toEqual({ id: stored });
    const shift = { pharmacies: [stored, stored.toUpperCase()], night: '2026-11-20' };
    expect(newDutyShifts.parse(shift).pharmacies).toEqual([stored, stored]);
  });
});

describe('the default error message', () => {
  it.each([
    ['an identifier', id, 'abc'],
    ['a moment', moment, 'hier'],
    ['a number', z.number(), 'douze'],
    ['an object', z.object({}), null],
    ['a choice', z.enum(['a']), 'b'],
    ['a union', z.union([z.string(), z.null()]), 1],
  ])('is in French for %s', (_, schema, value) => {
    expect(messages(schema, value)).toEqual(['Valeur invalide']);
  });
});

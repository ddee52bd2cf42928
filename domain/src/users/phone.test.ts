import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phone } from './contact.ts';
import {
  formatPhone,
  INVALID_PHONE,
  normalizePhone,
  readFilePhone,
  readPhoneDigits,
  receivesMessages,
} from './phone-number.ts';

const RUNS = 5_000;
const STORED = '+2290197000000';
const digits = (min: number, max: number) =>
  fc.string({
    unit: fc.constantFrom(...'0123456789'),
    minLength: min,
    maxLength: max,
  });

describe('the written forms of a phone number', () => {
  it.each([
    '97000000',
    '0197000000',
    '+22997000000',
    '+2290197000000',
    '0022997000000',
    '002290197000000',
    '022997000000',
    '02290197000000',
    '22997000000',
    '2290197000000',
    '01 97 00 00 00',
    '01.97.00.00.00',
    '01-97-00-00-00',
    '+229 01 97 00 00 00',
    '(+229) 97 00 00 00',
    '01\u00a097\u202f00 00 00',
    ' 97000000 ',
    // As telephones and web pages copy them (decision 68).
    '\u202a+229 01 97 00 00 00\u202c',
    '\u202d97000000\u202c',
    '\u2068+229 97000000\u2069',
    '\u200e97\u200b00\u00ad00\u206000\ufe0d\ufeff',
    '97\u201100\u201300\u201400',
    '97\u221200\u221200\u221200',
    '01/97/00/00/00',
    '197000000',
    '+229 1 97 00 00 00',
    'tel:+22997000000',
    'TEL:01-97-00-00-00',
    '\uff10\uff11\uff19\uff17\uff10\uff10\uff10\uff10\uff10\uff10',
  ])('normalizes %j', (text) => {
    expect(normalizePhone(text)).toBe(STORED);
  });

  it('does not strip 229 from an old number that begins with it', () => {
    expect(normalizePhone('22 91 23 45')).toBe('+2290122912345');
    expect(normalizePhone('+229 22 91 23 45')).toBe('+2290122912345');
    expect(normalizePhone('01 22 91 23 45')).toBe('+2290122912345');
  });

  it('accepts 9 and 10 digits, but sends no SMS to them (rule 21)', () => {
    expect(normalizePhone('970000001')).toBe('+22901970000001');
    expect(normalizePhone('019700000012')).toBe('+229019700000012');
    expect(receivesMessages('+22901970000001')).toBe(false);
    expect(receivesMessages('+229019700000012')).toBe(false);
    expect(receivesMessages(STORED)).toBe(true);
  });
});

describe('an invalid phone number', () => {
  it.each([
    '12',
    '9700000',
    '019700000',
    'abcdefgh',
    '9700000a',
    '123456789012345',
    '+33612345678',
    '0033612345678',
    '+22897000000',
    '++22997000000',
    '97+000000',
    '+97000000',
    '٩٧٠٠٠٠٠٠',
    '97_00_00_00',
    '9700000②',
    '9700000²',
    '9700000０',
    '97000000/97000001',
    '97 00 00 00 / 01',
    '\u200b\u2800',
    "97000000'; --",
  ])('rejects "%s"', (text) => {
    expect(normalizePhone(text)).toBeNull();
    const parsed = phone('Numéro de téléphone requis').safeParse(text);
    expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([INVALID_PHONE]);
    expect(INVALID_PHONE).toBe('Format de téléphone invalide');
  });

  it.each([['', '   ', undefined, null, 97000000, ['97000000']]].flat())('reports %o as missing', (value) => {
    const parsed = phone('Numéro de téléphone requis').safeParse(value);
    expect(parsed.error?.issues[0]?.message).toBe('Numéro de téléphone requis');
  });

  it('parses a valid one to the stored form', () => {
    expect(phone('Téléphone requis').parse(' 01 97 00 00 00 ')).toBe(STORED);
  });
});

describe('for generated prefixes and lengths', () => {
  const prefix = fc.constantFrom(
    '',
    '01',
    '+229',
    '00229',
    '0229',
    '229',
    '+22901',
    '0022901',
    '22901',
    '+33',
    '00',
  );
  const separator = fc.constantFrom('', ' ', '.', '-', '\u00a0', '\u202f');
  const notation = fc
    .tuple(prefix, digits(0, 16), separator)
    .map(([start, rest, between]) => [...`${start}${rest}`].join(between));

  it('is idempotent and returns +22901 and 8 to 10 digits', () => {
    fc.assert(
      fc.property(notation, (text) => {
        const stored = normalizePhone(text);
        if (stored === null) return;
        expect(stored).toMatch(/^\+22901\d{8,10}$/);
        expect(normalizePhone(stored)).toBe(stored);
      }),
      { numRuns: RUNS },
    );
  });

  it('returns the same stored form for all forms of a number, with any separators', () => {
    // No old number began with 0, so 0229 and 01 are prefixes, which are stripped.
    const local = digits(8, 8).filter((text) => !text.startsWith('0'));
    const start = fc.constantFrom(
      '',
      '01',
      '+229',
      '+22901',
      '00229',
      '0022901',
      '0229',
      '022901',
      '229',
      '22901',
    );
    fc.assert(
      fc.property(local, start, separator, (number, before, between) => {
        expect(normalizePhone([...`${before}${number}`].join(between))).toBe(`+22901${number}`);
      }),
      { numRuns: RUNS },
    );
  });

  it('does not throw on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(normalizePhone(text) ?? STORED).toMatch(/^\+22901\d{8,10}$/);
      }),
    );
  });
});

describe('the digits of a searched telephone', () => {
  it.each([
    ['97 00', '9700'],
    ['+229 01 97', '2290197'],
    ['\u202a97\u201100', '9700'],
    ['', ''],
    ['CMD-97000001', ''],
    ['Afi 97', ''],
  ])('of %j are %j', (text, digits) => {
    expect(readPhoneDigits(text)).toBe(digits);
  });
});

it('is read again as it is shown and as a download writes it', () => {
  for (const stored of [STORED, '+22901970000001']) {
    for (const space of ['\u00a0', ' ']) expect(normalizePhone(formatPhone(stored, space))).toBe(stored);
  }
  expect(formatPhone(STORED, ' ')).toBe('01 97 00 00 00');
  expect(readFilePhone(formatPhone(STORED, ' '))).toBe(STORED);
});

describe('a telephone in a file', () => {
  it.each([
    '0197112233',
    '97112233',
    // Lost zeros and decimals.
    '197112233',
    '97112233.0',
    '197112233.0',
    '97112233,0',
    '2290197112233',
    '+229 97 11 22 33',
    '(229) 97-11-22-33',
    '\u202a+229 01 97 11 22 33\u202c',
    '="0197112233"',
    "'0197112233",
    '01 97 11 22 33',
  ])('is read from %j', (text) => {
    expect(readFilePhone(text)).toBe('+2290197112233');
  });

  it.each([
    '',
    '2,2901971E+12',
    '97 11 22 33 / 95 11 22 33',
    '971122330',
    '97112233.00',
    '0197112',
    '01971122',
    '01 97 11 22 33 44',
    '9711223',
    '+33612345678',
    '=1+1',
  ])('%j is refused', (text) => {
    expect(readFilePhone(text)).toBeNull();
  });

  it('keeps old numbers that begin with 229', () => {
    expect(readFilePhone('22 91 23 45')).toBe('+2290122912345');
  });
});

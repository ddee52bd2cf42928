import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchText } from './search-text.ts';

describe('the text that is searched (RULES 38)', () => {
  it.each([
    ['Paracétamol', 'paracetamol'],
    ['PARACÉTAMOL', 'paracetamol'],
    ['Parace\u0301tamol', 'paracetamol'],
    ['Gel à l’œil', 'gel a l oeil'],
    ['ŒSTRADIOL', 'oestradiol'],
    ['Cæcum Æ', 'caecum ae'],
    ['Crème ; Ça, où ?', 'creme ca ou'],
    ['Amoxicilline  500 mg/5 ml', 'amoxicilline 500 mg 5 ml'],
    ['100%', '100'],
    ['a_b', 'a b'],
    ['  espaces\u00a0et\tlignes\n ', 'espaces et lignes'],
    ['zéro\u0000caché', 'zero cache'],
    ['İbuprofène', 'ibuprofene'],
    ['ǢǣǼǽ', 'aeaeaeae'],
    ['', ''],
    ['%_', ''],
  ])('%o becomes %o', (text, expected) => {
    expect(searchText(text)).toBe(expected);
  });

  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'aéÉèçœŒæÆñÀ %_-’ ̈́ıİſK123') }),
  );

  it('is idempotent for every letter of Unicode, alone and under a mark', () => {
    const letters = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter((char) =>
      /\p{L}/u.test(char),
    );
    const marked = letters.flatMap((letter) =>
      ['', '\u0301', '\u0304', '\u0307'].map((mark) => letter + mark),
    );
    expect(letters.length).toBeGreaterThan(130_000);
    expect(marked.filter((written) => searchText(searchText(written)) !== searchText(written))).toEqual([]);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(text, (written) => {
        const once = searchText(written);
        expect(searchText(once)).toBe(once);
      }),
      { numRuns: 5_000 },
    );
  });

  it('leaves letters and digits, one space between words, no capital and no accent', () => {
    fc.assert(
      fc.property(text, (written) => {
        const once = searchText(written);
        expect(once).toMatch(/^(|[\p{L}\p{N}]+( [\p{L}\p{N}]+)*)$/u);
        expect(once).not.toMatch(/[%_œæéèà\p{M}]/u);
        expect(once).toBe(once.toLowerCase());
      }),
      { numRuns: 2_000 },
    );
  });

  it('does not depend on capitals or on how an accent is written', () => {
    const french = fc.string({
      unit: fc.constantFrom(...'abcéèêëàâçîïôöùûüœæ 123-'),
    });
    fc.assert(
      fc.property(french, (written) => {
        expect(searchText(written.toUpperCase())).toBe(searchText(written));
        expect(searchText(written.normalize('NFD'))).toBe(searchText(written));
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { insuranceCardChange, newInsuranceCard } from './insurance-card.ts';

const RATE = 'Le taux doit être compris entre 5 et 100';
const NO_FILE = 'Fichier requis !';
const card = { taux: 80, url: 'a-key' };

const messages = (change: object) =>
  newInsuranceCard.safeParse({ ...card, ...change }).error?.issues.map(({ message }) => message) ?? [];

describe('a new card', () => {
  it.each([5, 37, 100])('accepts a rate of %i %%', (taux) => expect(messages({ taux })).toEqual([]));

  it.each([4, 101, 0, -5, 50.5, 1e12, Number.NaN, 'abc', '50', '', null, undefined])(
    'rejects a rate of %o',
    (taux) => expect(messages({ taux })).toEqual([RATE]),
  );

  it.each(['', '  ', null, undefined, 7, 'x'.repeat(201)])('rejects %j as the file', (url) =>
    expect(messages({ url })).toEqual([NO_FILE]),
  );

  it('accepts a missing or blank name as null', () => {
    for (const label of [undefined, null, '', '  '])
      expect(newInsuranceCard.parse({ ...card, label }).label).toBeNull();
    expect(newInsuranceCard.parse({ ...card, label: ' NSIA santé ' }).label).toBe('NSIA santé');
    expect(messages({ label: 'x'.repeat(121) })).toEqual(['120 caractères maximum']);
  });
});

describe('a change of a card', () => {
  it('ignores fields that a customer may not change; sets a blank name to null', () => {
    expect(insuranceCardChange.parse({})).toEqual({});
    expect(insuranceCardChange.parse({ taux: 20, verified: true })).toEqual({ taux: 20 });
    expect(insuranceCardChange.parse({ label: '' })).toEqual({ label: null });
  });

  it('has the same limits as a new card', () => {
    expect(insuranceCardChange.safeParse({ taux: 4 }).error?.issues[0]?.message).toBe(RATE);
    expect(insuranceCardChange.safeParse({ url: '' }).error?.issues[0]?.message).toBe(NO_FILE);
  });
});

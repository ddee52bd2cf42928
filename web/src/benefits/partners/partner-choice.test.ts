import type { PartnerBenefit } from '@amasin/domain/benefits/benefit.ts';
import { expect, test } from 'vitest';
import { chosenAmong, matches, readPartnerChoice, sumOf, withPartnerChoice } from './partner-choice.ts';

const partner = (idPartner: string, amount: number, held = 0): PartnerBenefit => ({
  idPartner,
  name: idPartner,
  titrePartenaire: 'docteur',
  totalBenefics: amount + held,
  totalPaid: 0,
  amount,
  held,
  verified: held === 0,
});
const owed = partner('owed', 500);
const waiting = partner('waiting', 0, 300);
const paid = partner('paid', 0);

test('what remains, and what waits for a verification, is owed; the rest is paid', () => {
  const shown = (choice: 'all' | 'owed' | 'paid') =>
    [owed, waiting, paid].filter((one) => matches(one, choice)).map(({ idPartner }) => idPartner);
  expect(shown('all')).toEqual(['owed', 'waiting', 'paid']);
  expect(shown('owed')).toEqual(['owed', 'waiting']);
  expect(shown('paid')).toEqual(['paid']);
});

test('only those who can be paid now are, whoever was selected', () => {
  const selected = new Set(['owed', 'waiting', 'paid', 'gone']);
  expect(chosenAmong([owed, waiting, paid], selected)).toEqual([owed]);
  expect(sumOf([owed, partner('other', 1_500)])).toBe(2_000);
});

test('the filter lives in the address, beside what else is there', () => {
  const search = new URLSearchParams('tab=benefice&partners=paid');
  expect(readPartnerChoice(search)).toBe('paid');
  expect(withPartnerChoice(search, 'owed').toString()).toBe('tab=benefice&partners=owed');
  expect(withPartnerChoice(search, 'all').toString()).toBe('tab=benefice');
  expect(readPartnerChoice(new URLSearchParams('partners=rich'))).toBe('all');
});

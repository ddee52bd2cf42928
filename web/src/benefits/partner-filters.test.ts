import type { PartnerBenefit } from '@amasin/domain/benefits/benefit.ts';
import { expect, test } from 'vitest';
import { matches, partnerFilters, payableAmong, sumOf } from './BenefitsPanel.tsx';

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

test('a partner with a remainder is owed; one whose benefit is held has none yet', () => {
  const shown = (filter: 'all' | 'owed' | 'paid') =>
    [owed, waiting, paid].filter((one) => matches(one, filter)).map(({ idPartner }) => idPartner);
  expect(shown('all')).toEqual(['owed', 'waiting', 'paid']);
  expect(shown('owed')).toEqual(['owed']);
  expect(shown('paid')).toEqual(['waiting', 'paid']);
});

test('only selected partners who can be paid are payable', () => {
  const selected = new Set(['owed', 'waiting', 'paid', 'gone']);
  expect(payableAmong([owed, waiting, paid], selected)).toEqual([owed]);
  expect(sumOf([owed, partner('other', 1_500)])).toBe(2_000);
});

test('the filter is in the URL, with other parameters', () => {
  const search = new URLSearchParams('tab=benefice&partners=paid');
  expect(partnerFilters.read(search)).toEqual({ partners: 'paid' });
  expect(partnerFilters.write(search, { partners: 'owed' }).toString()).toBe('tab=benefice&partners=owed');
  expect(partnerFilters.write(search, { partners: 'all' }).toString()).toBe('tab=benefice');
  expect(partnerFilters.read(new URLSearchParams('partners=rich'))).toEqual({ partners: 'all' });
});

import { expect, it } from 'vitest';
import { isMonth, isProvisional, monthInBenin, monthRange, statementTitle } from './month.ts';

it('a month begins at midnight in Benin, one hour ahead of UTC', () => {
  expect(monthRange('2026-12')).toEqual({
    from: new Date('2026-11-30T23:00:00Z'),
    to: new Date('2026-12-31T23:00:00Z'),
  });
  expect(monthInBenin(new Date('2026-11-30T22:59:59.999Z'))).toBe('2026-11');
  expect(monthInBenin(new Date('2026-11-30T23:00:00Z'))).toBe('2026-12');
});

it.each(['2026-10', '1999-01'])('%s is a month', (text) => {
  expect(isMonth(text)).toBe(true);
});

it.each(['2026', '2026-13', '2026-00', '2026-1', '2026-10-01', '0202-10', 'octobre', ''])(
  '« %s » is not a month',
  (text) => {
    expect(isMonth(text)).toBe(false);
  },
);

it('a month is provisional until its last transactions are committed', () => {
  const end = Date.parse('2026-10-31T23:00:00Z');
  expect(isProvisional('2026-10', new Date(end - 1))).toBe(true);
  expect(isProvisional('2026-10', new Date(end + 59_999))).toBe(true);
  expect(isProvisional('2026-10', new Date(end + 60_000))).toBe(false);
});

it('has its title in French', () => {
  expect(
    Array.from({ length: 12 }, (_, index) => statementTitle(`2026-${String(index + 1).padStart(2, '0')}`)),
  ).toEqual([
    'Relevé de janvier 2026',
    'Relevé de février 2026',
    'Relevé de mars 2026',
    'Relevé d’avril 2026',
    'Relevé de mai 2026',
    'Relevé de juin 2026',
    'Relevé de juillet 2026',
    'Relevé d’août 2026',
    'Relevé de septembre 2026',
    'Relevé d’octobre 2026',
    'Relevé de novembre 2026',
    'Relevé de décembre 2026',
  ]);
});

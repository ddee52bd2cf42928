import { describe, expect, it } from 'vitest';
import { readGs1 } from './gs1.ts';

const GS = '\u001d';
const PRODUCT = '03400930000014';

describe('the DataMatrix of a box', () => {
  it.each([
    ['all four', `01${PRODUCT}17270131${'10'}AB12${GS}21XYZ99`, PRODUCT, 'AB12', '2027-01-31'],
    [
      'a symbology identifier and FNC1',
      `]d2${GS}01${PRODUCT}10AB12${GS}17270131`,
      PRODUCT,
      'AB12',
      '2027-01-31',
    ],
    ['day 00 as the last of the month', `17280200${'10'}L/7-B`, null, 'L/7-B', '2028-02-29'],
    ['a serial number first', `21S1${GS}10B.2${GS}17261215`, null, 'B.2', '2026-12-15'],
    ['a separator after a value of one length', `01${PRODUCT}${GS}10A1`, PRODUCT, 'A1', null],
    ['a number of a national register', `01${PRODUCT}710987${GS}10A1`, PRODUCT, 'A1', null],
    ['a batch of twenty', `10${'7'.repeat(20)}`, null, '7'.repeat(20), null],
    ['only the product', `01${PRODUCT}`, PRODUCT, null, null],
  ])('is read: %s', (_, text, product, batch, expiresOn) => {
    expect(readGs1(text)).toEqual({ product, batch, expiresOn });
  });

  it.each([
    ['nothing', ''],
    ['the address of a page', 'https://example.com'],
    ['a bar code without identifiers', '3400930000014'],
    ['a wrong check digit', '0103400930000015'],
    ['a product that is cut', '010340093'],
    ['letters in the product', '0103400930000A14'],
    ['a month 13', '1727133110A1'],
    ['a 30th of February', '1727023010A1'],
    ['a date that is cut', '172701'],
    ['a batch without a value', `01${PRODUCT}10`],
    ['a batch of twenty-one', `10${'7'.repeat(21)}`],
    ['an unknown identifier', '9912345'],
    ['two batches', `10A1${GS}10B2`],
    ['only a serial number', '21XYZ'],
  ])('is not guessed: %s', (_, text) => {
    expect(readGs1(text)).toBeNull();
  });
});

import { expect, test } from 'vitest';
import { formatDegrees, readDegrees, readPair } from './position.ts';

test('degrees are read with a comma or a point', () => {
  expect(['6.3703', ' 6,3703 ', '-2', '6'].map(readDegrees)).toEqual([6.3703, 6.3703, -2, 6]);
  expect(['', '6.', '6,37,03', 'ici', '1234'].map(readDegrees)).toEqual([null, null, null, null, null]);
  expect([formatDegrees(6.370_349_9), formatDegrees(2.4)]).toEqual(['6,37035', '2,4']);
});

test.each(['6.3703, 2.3912', '6.3703,2.3912', '(6.3703 2.3912)', '6.3703;2.3912'])(
  '« %s » is a latitude and a longitude',
  (text) => {
    expect(readPair(text)).toEqual(['6.3703', '2.3912']);
  },
);

test.each(['6,3703', '6.3703', '6,37', '6, 2', ''])('« %s » is not a pair', (text) => {
  expect(readPair(text)).toBeNull();
});

test('a pair may have commas as decimals', () => {
  expect(readPair('6,3703 ; 2,3912')).toEqual(['6,3703', '2,3912']);
});

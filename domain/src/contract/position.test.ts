import { expect, test } from 'vitest';
import { beninLocation, metresBetween } from './position.ts';

test.each([
  [2.3912, 6.3703],
  [0.7, 12.5],
])('%d, %d is in Benin', (longitude, latitude) => {
  const location = { coordinates: [longitude, latitude] };
  expect(beninLocation.parse({ type: 'Point', ...location })).toEqual(location);
  expect(beninLocation.parse(null)).toBeNull();
});

test.each([[[6.3703, 2.3912]], [[2.3912, 5.9]], [[4, 6.3703]], [[Number.NaN, 6.3703]], [[2.3912]], ['ici']])(
  '%j is refused with one message',
  (coordinates) => {
    const { error } = beninLocation.safeParse({ coordinates });
    expect(error?.issues).toMatchObject([
      { path: [], message: 'Position au Bénin attendue : latitude de 6 à 12,5, longitude de 0,7 à 3,9' },
    ]);
  },
);

test('measures as the crow flies, the same from either end', () => {
  const [cotonou, parakou] = [
    { lat: 6.3703, lng: 2.3912 },
    { lat: 9.3372, lng: 2.6303 },
  ];
  expect(metresBetween(cotonou, parakou)).toBe(331_326);
  expect(metresBetween(parakou, cotonou)).toBe(331_326);
  expect(metresBetween(cotonou, cotonou)).toBe(0);
});

import { expect, test } from 'vitest';
import { gripOf, scrollBy, zoomOf } from './use-touch.ts';

/** A page of 200 × 400 px at (10, 20). */
const page = { left: 10, top: 20, width: 200, height: 400 };
const fingers = (...points: [number, number][]) => points.map(([x, y]) => ({ x, y }));

test('holds what is between the fingers', () => {
  const grip = gripOf(fingers([60, 120], [60, 320]), page, 1);
  expect(grip).toEqual({ held: { x: 0.25, y: 0.5 }, spread: 200, zoom: 1 });
});

test('zooms as far as the fingers move apart, from the zoom at the beginning', () => {
  const grip = gripOf(fingers([100, 100], [200, 100]), page, 1.5);
  expect(zoomOf(grip, fingers([50, 100], [250, 100]))).toBe(3);
  expect(zoomOf(grip, fingers([125, 100], [175, 100]))).toBe(0.75);
});

test('the point between the fingers stays under them when the page grows', () => {
  const start = fingers([60, 120], [60, 320]);
  const grip = gripOf(start, page, 1);
  // Twice as large from the same corner: the held point is at (110, 420) instead of (60, 220).
  expect(scrollBy(grip, start, { ...page, width: 400, height: 800 })).toEqual({ x: 50, y: 200 });
});

test('the page follows the fingers', () => {
  const grip = gripOf(fingers([100, 100]), page, 2);
  expect(scrollBy(grip, fingers([130, 90]), page)).toEqual({ x: -30, y: 10 });
});

test('one finger does not zoom, and neither do two at the same place', () => {
  expect(zoomOf(gripOf(fingers([100, 100]), page, 2), fingers([300, 300]))).toBe(2);
  expect(zoomOf(gripOf(fingers([9, 9], [9, 9]), page, 2), fingers([10, 10], [90, 90]))).toBe(2);
});

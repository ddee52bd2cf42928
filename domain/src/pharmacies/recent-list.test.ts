import { expect, test } from 'vitest';
import { isRecentList } from './recent-list.ts';

test('a list is recent for seven days', () => {
  expect(isRecentList('2026-11-20', '2026-11-27')).toBe(true);
  expect(isRecentList('2026-11-20', '2026-11-28')).toBe(false);
});

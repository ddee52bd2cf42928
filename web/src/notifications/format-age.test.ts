import { expect, test } from 'vitest';
import { formatAge } from './NotificationPanel.tsx';

const now = new Date('2026-11-20T14:05:00Z');
const ago = (seconds: number) => formatAge(new Date(now.getTime() - seconds * 1000), now);

test.each([
  [-30, "À l'instant"],
  [0, "À l'instant"],
  [59, "À l'instant"],
  [60, 'Il y a 1\u00a0min'],
  [3_599, 'Il y a 59\u00a0min'],
  [3_600, 'Il y a 1\u00a0h'],
  [86_399, 'Il y a 23\u00a0h'],
  [86_400, 'Il y a 1\u00a0j'],
  [40 * 86_400, 'Il y a 40\u00a0j'],
])('%i seconds ago: %s', (seconds, text) => {
  expect(ago(seconds)).toBe(text);
});

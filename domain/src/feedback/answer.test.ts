import { expect, it } from 'vitest';
import { answerableUntil, shareOfWrong } from './answer.ts';

const at = (text: string) => new Date(text);
const delivered = at('2026-11-01T10:00:00Z');
const answered = at('2026-11-20T10:00:00Z');

const untouched = { answeredAt: answered, handledAt: null };

it.each<[string, Date | null, { answeredAt: Date; handledAt: Date | null } | null, string, string | null]>([
  ['is not delivered', null, null, '2026-11-01T11:00:00Z', null],
  ['was just delivered', delivered, null, '2026-11-01T11:00:00Z', '2026-12-01T10:00:00Z'],
  ['was delivered 30 days ago', delivered, null, '2026-12-01T10:00:00Z', null],
  ['was answered an hour ago', delivered, untouched, '2026-11-20T11:00:00Z', '2026-11-21T10:00:00Z'],
  ['was answered a day ago', delivered, untouched, '2026-11-21T10:00:00Z', null],
  ['was dealt with', delivered, { ...untouched, handledAt: answered }, '2026-11-20T11:00:00Z', null],
])('an order that %s may be answered until then', (_, deliveredAt, answer, now, until) => {
  expect(answerableUntil({ deliveredAt, answer }, at(now))).toEqual(until && at(until));
});

it.each([
  [0, 1, '0 sur 1'],
  [9, 9, '9 sur 9'],
  [1, 10, '1 sur 10 (10\u00a0%)'],
  [1, 40, '1 sur 40 (3\u00a0%)'],
])('%i wrong of %i is « %s »', (wrong, answers, words) => {
  expect(shareOfWrong({ wrong, answers })).toBe(words);
});

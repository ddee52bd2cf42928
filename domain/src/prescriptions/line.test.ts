import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../contract/dates.ts';
import { casesOf } from '../testing/cases-of.ts';
import {
  type Given,
  isUsedUp,
  type LineEvent,
  lifeOf,
  lineMoves,
  type PrescribedLine,
  prescribedBoxes,
  shareGiven,
  usualEnd,
} from './line.ts';

const today = '2026-11-20';
const nothing: Given = { boxes: 0, lastDay: null };
const syrup: PrescribedLine = {
  medicationId: 'syrup',
  quantity: 2,
  repeats: 0,
  repeatDays: null,
  deliverBefore: null,
};
/** One box a month, three times. */
const iron: PrescribedLine = { ...syrup, medicationId: 'iron', quantity: 1, repeats: 2, repeatDays: 30 };

describe('what a line has become', () => {
  const given = (boxes: number, lastDay = today): Given => ({ boxes, lastDay });
  it.each([
    // line, given, closed → state, remaining, offered, repeats left, due from
    ['nothing given', syrup, nothing, false, 'open', 2, 2, 0, null],
    ['a part given', syrup, given(1), false, 'open', 1, 1, 0, null],
    ['all given', syrup, given(2), false, 'served', 0, 0, 0, null],
    ['a part given, the rest given up', syrup, given(1), true, 'ended', 1, 0, 0, null],
    ['all given, and closed', syrup, given(2), true, 'served', 0, 0, 0, null],
    ['valid today', { ...syrup, deliverBefore: '2026-11-21' }, given(1), false, 'open', 1, 1, 0, null],
    ['no longer valid', { ...syrup, deliverBefore: today }, given(1), false, 'ended', 1, 0, 0, null],
    ['three times', iron, nothing, false, 'open', 3, 1, 2, null],
    ['given once today', iron, given(1), false, 'early', 2, 1, 2, '2026-12-20'],
    ['given once 30 days ago', iron, given(1, '2026-10-21'), false, 'open', 2, 1, 2, '2026-11-20'],
    ['given twice', iron, given(2), false, 'early', 1, 1, 1, '2026-12-20'],
    ['given each time', iron, given(3), false, 'served', 0, 0, 0, null],
    ['twice without an interval', { ...iron, repeatDays: null }, given(1), false, 'open', 2, 1, 2, null],
    ['a part of a repeat', { ...iron, quantity: 2 }, given(3), false, 'open', 3, 1, 1, null],
  ] as const)('%s', (_, line, progress, isClosed, state, remaining, offered, repeatsLeft, dueFrom) => {
    expect(lifeOf(line, progress, { today, isClosed })).toEqual({
      state,
      given: progress.boxes,
      remaining,
      offered,
      repeatsLeft,
      dueFrom,
    });
  });
});

it('is used up when no line of it can be ordered', () => {
  const [open, over] = [{ offered: 1 }, { offered: 0 }];
  expect([isUsedUp([open, over]), isUsedUp([over, over]), isUsedUp([])]).toEqual([false, true, true]);
});

it('shares what was given among the lines of one medicine', () => {
  const lines = [syrup, iron, { ...syrup, quantity: 1 }];
  const given = new Map([
    ['syrup', { boxes: 3, lastDay: today }],
    ['iron', { boxes: 1, lastDay: today }],
  ]);
  expect(shareGiven(lines, given)).toEqual([
    { boxes: 2, lastDay: today },
    { boxes: 1, lastDay: today },
    { boxes: 1, lastDay: today },
  ]);
  // The last line counts the boxes beyond all lines; a line without boxes has no day.
  const many = new Map([['syrup', { boxes: 9, lastDay: today }]]);
  expect(shareGiven(lines, many).map(({ boxes }) => boxes)).toEqual([2, 0, 7]);
  const first = new Map([['syrup', { boxes: 2, lastDay: today }]]);
  expect(shareGiven(lines, first).map(({ lastDay }) => lastDay)).toEqual([today, null, null]);
  expect(shareGiven(lines, new Map()).map(({ lastDay }) => lastDay)).toEqual([null, null, null]);
});

it('is valid for the days of the setting, and the time of its repeats', () => {
  expect(usualEnd(today, 90, syrup)).toBe('2027-02-18');
  expect(usualEnd(today, 90, iron)).toBe('2027-04-19');
});

describe('the lifecycle, by random histories', () => {
  const line = fc.record({
    medicationId: fc.constant('one'),
    quantity: fc.integer({ min: 1, max: 4 }),
    repeats: fc.integer({ min: 0, max: 3 }),
    repeatDays: fc.option(fc.integer({ min: 1, max: 60 })),
    deliverBefore: fc.option(fc.integer({ min: 0, max: 200 }).map((days) => addDays(today, days))),
  });
  const step = fc.record({
    event: fc.constantFrom<LineEvent>('give', 'give-back', 'pass-time', 'close'),
    size: fc.integer({ min: 1, max: 60 }),
  });

  it('moves as the table says, gives what is offered and never more than was prescribed', () => {
    fc.assert(
      fc.property(line, fc.array(step, { maxLength: 30 }), (prescribed, steps) => {
        let day = today;
        let given = nothing;
        let isClosed = false;
        // Each box that was given and not given back, with its day.
        const boxes: string[] = [];
        for (const { event, size } of steps) {
          const before = lifeOf(prescribed, given, { today: day, isClosed });
          if (event === 'give') for (let n = Math.min(size, before.offered); n > 0; n -= 1) boxes.push(day);
          else if (event === 'give-back') boxes.splice(Math.max(0, boxes.length - size));
          else if (event === 'pass-time') day = addDays(day, size);
          else isClosed = true;
          given = { boxes: boxes.length, lastDay: boxes.at(-1) ?? null };
          const after = lifeOf(prescribed, given, { today: day, isClosed });

          const reachable = [before.state, ...(lineMoves[before.state][event] ?? [])];
          expect(reachable).toContain(after.state);
          expect(boxes.length).toBeLessThanOrEqual(prescribedBoxes(prescribed));
          expect(after.given + after.remaining).toBe(prescribedBoxes(prescribed));
          expect(after.offered).toBeLessThanOrEqual(Math.min(after.remaining, prescribed.quantity));
          // A line is open exactly while boxes of it can be ordered.
          expect(after.offered > 0).toBe(after.state === 'open' || after.state === 'early');
          expect(isUsedUp([after])).toBe(after.state === 'served' || after.state === 'ended');
        }
      }),
      { numRuns: casesOf(300, 20_000) },
    );
  });
});

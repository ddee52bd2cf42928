import { describe, expect, it } from 'vitest';
import { hasHiddenSign, withoutHiddenSigns } from './signs.ts';

describe('signs without a shape (rule 46)', () => {
  it.each([
    ['a plain text', 'Adjoua Hounsou', false, 'Adjoua Hounsou'],
    ['a family of emojis', '👨\u200d👩\u200d👧', false, '👨\u200d👩\u200d👧'],
    ['a heart in colour, then a joiner', '❤\ufe0f\u200d🔥', false, '❤\ufe0f\u200d🔥'],
    ['a hand with its colour, joined', '🧑🏽\u200d⚕\ufe0f', false, '🧑🏽\u200d⚕\ufe0f'],
    ['a joiner after an Arabic letter', 'می\u200cخواهم', false, 'می\u200cخواهم'],
    ['a joiner after a Latin letter', 'Ad\u200djoua', true, 'Adjoua'],
    ['two joiners after an emoji', '👨\u200d\u200d', true, '👨\u200d'],
    ['a variation after a letter, and a joiner', 'a\ufe0f\u200d', true, 'a'],
    ['a blank letter with a joiner', '\u115f\u200d', true, ''],
    ['a joiner at the start', '\u200dAdjoua', true, 'Adjoua'],
  ])('%s', (_, text, isHidden, kept) => {
    expect([hasHiddenSign(text), withoutHiddenSigns(text)]).toEqual([isHidden, kept]);
  });

  it('reads a long text of one script in a moment', () => {
    const text = 'م'.repeat(100_000);
    expect([hasHiddenSign(text), withoutHiddenSigns(text)]).toEqual([false, text]);
  });
});

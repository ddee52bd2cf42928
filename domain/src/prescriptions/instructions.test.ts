import { expect, it } from 'vitest';
import { medicationForms } from '../medications/form.ts';
import { instructions, writtenInstructions } from '../medications/instructions.ts';
import {
  DURATION_MAX,
  POSOLOGY_MAX,
  usualDurations,
  usualPosologies,
} from '../medications/usual-instructions.ts';

it('trims both texts, and limits them to 120 and 60 characters', () => {
  expect(instructions.parse({ posology: ' 1 comprimé\u0000 ', duration: '7 jours ' })).toEqual({
    posology: '1 comprimé',
    duration: '7 jours',
  });
  expect(instructions.safeParse({ posology: 'x'.repeat(120), duration: 'x'.repeat(60) }).success).toBe(true);
  const long = instructions.safeParse({ posology: 'x'.repeat(121), duration: 'x'.repeat(61) });
  expect(long.error?.issues.map(({ message }) => message)).toEqual([
    '120 caractères maximum',
    '60 caractères maximum',
  ]);
});

it('leaves out a text that was not written', () => {
  expect(writtenInstructions({ posology: null, duration: '' })).toEqual({});
  expect(writtenInstructions({ posology: '1 comprimé', duration: null })).toEqual({ posology: '1 comprimé' });
});

it('every usual text is accepted', () => {
  for (const form of [null, ...medicationForms]) {
    expect(usualPosologies(form).length).toBeGreaterThan(1);
    for (const posology of usualPosologies(form)) expect(posology.length).toBeLessThanOrEqual(POSOLOGY_MAX);
  }
  for (const duration of usualDurations) expect(duration.length).toBeLessThanOrEqual(DURATION_MAX);
});

import { describe, expect, it } from 'vitest';
import { openingAt, plainHours, readHours } from './opening.ts';

/** Benin is an hour ahead of UTC; 2026-11-20 is a Friday. */
const at = (day: number, time: string) => new Date(`2026-11-${day}T${time}:00+01:00`);
const opening = (hours: string, now: Date) => {
  const { isOpen, until } = openingAt(readHours(hours) ?? [], now);
  return [isOpen, until?.toISOString() ?? null];
};
const iso = (day: number, time: string) => at(day, time).toISOString();

const WEEK = 'Mo-Sa 08:00-20:00; Su 09:00-13:00';

describe('whether a place is open', () => {
  it.each([
    ['Mo-Su 08:00-22:00', at(20, '07:59'), false, iso(20, '08:00')],
    ['Mo-Su 08:00-22:00', at(20, '08:00'), true, iso(20, '22:00')],
    ['Mo-Su 08:00-22:00', at(20, '22:00'), false, iso(21, '08:00')],
    ['08:00-12:30,15:00-19:00', at(20, '13:00'), false, iso(20, '15:00')],
    [WEEK, at(21, '20:30'), false, iso(22, '09:00')],
    [WEEK, at(22, '12:59'), true, iso(22, '13:00')],
    [WEEK, at(22, '13:00'), false, iso(23, '08:00')],
    ['Mo-Sa 08:00-20:00; Su,PH off', at(22, '10:00'), false, iso(23, '08:00')],
    // Over midnight, and over the end of the week.
    ['Fr-Mo 20:00-02:00', at(21, '01:30'), true, iso(21, '02:00')],
    ['Fr-Mo 20:00-02:00', at(24, '01:30'), true, iso(24, '02:00')],
    ['Fr-Mo 20:00-02:00', at(24, '20:30'), false, iso(27, '20:00')],
    ['24/7', at(20, '03:00'), true, null],
    ['Mo-Su 00:00-00:00', at(20, '03:00'), true, null],
    ['Mo-Su 00:00-24:00', at(20, '03:00'), true, null],
    ['Mo-Fr 00:00-24:00', at(20, '03:00'), true, iso(21, '00:00')],
    ['PH 08:00-12:00', at(20, '09:00'), false, null],
  ])('%s at %s: %s until %s', (hours, now, isOpen, until) => {
    expect(opening(hours, now)).toEqual([isOpen, until]);
  });
});

describe('hours that are not read', () => {
  it.each(['Sur appel, la nuit', 'Mo-Sa 08:00+', 'Mo-We-Fr 08:00-20:00', '25:00-26:00', '', ';'])(
    '%s',
    (text) => {
      expect(readHours(text)).toBeNull();
    },
  );
});

describe('hours as people write them', () => {
  it.each([
    ['Mo-Sa 08:00-20:00', 'Mo-Sa 08:00-20:00'],
    ['Mo\u2013Sa 08:00\u201320:00', 'Mo-Sa 08:00-20:00'],
    ['Mo-Sa 08:00 \u2013 20:00', 'Mo-Sa 08:00 - 20:00'],
    ['24/7', '24/7'],
    ['24h/24', '24/7'],
    ['24 h / 24', '24/7'],
    ['24H/24 7J/7', '24/7'],
    ['24h/24, 7j/7', '24/7'],
    ['24h sur 24 et 7 jours sur 7', '24/7'],
    ['7j/7 24h/24', '24/7'],
    ['24/24', '24/7'],
    ['Ouvert 24h/24', '24/7'],
    ['8h-20h', '08:00-20:00'],
    ['8h à 20h30', '08:00-20:30'],
    ['Lun\u2013Sam 8h\u201320h30', 'Mo-Sa 08:00-20:30'],
    ['Lundi au samedi : 8h à 12h30, 15h à 19h; dimanche fermé', 'Mo-Sa 08:00-12:30,15:00-19:00; Su off'],
    ['Du lundi au samedi 08h00-22h00', 'Mo-Sa 08:00-22:00'],
    ['Tous les jours 8h-22h', 'Mo-Su 08:00-22:00'],
  ])('« %s » is %s', (text, plain) => {
    expect(plainHours(text)).toBe(plain);
    expect(readHours(text)).not.toBeNull();
    expect(readHours(plain)).toEqual(readHours(text));
  });

  it.each(['Sur appel, la nuit', 'Mercerie 8h', '24h/25', 'Lun'])('« %s » stays', (text) => {
    expect(plainHours(text)).toBe(text);
  });
});

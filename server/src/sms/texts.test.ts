import { expect, it } from 'vitest';
import { CHAT_ACCEPTED_TEXT, codeText, PHONE_CHANGED_TEXT } from './texts.ts';

// GSM 03.38 basic set: 160 characters in one message. Most other characters reduce that to 70.
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const MAX_LENGTH = 160;

function fitsOneSms(text: string): boolean {
  return text.length <= MAX_LENGTH && [...text].every((character) => basic.has(character));
}

it.each([codeText('012345'), PHONE_CHANGED_TEXT, CHAT_ACCEPTED_TEXT])('fits one message: %s', (text) => {
  expect([...text].filter((character) => !fitsOneSms(character))).toEqual([]);
  expect(text.length).toBeLessThanOrEqual(160);
});

it.each(['ê', 'ô', 'œ', '’', 'ç', '€', '\u00a0', 'x'.repeat(161)])('%s does not fit', (text) => {
  expect(fitsOneSms(text)).toBe(false);
});

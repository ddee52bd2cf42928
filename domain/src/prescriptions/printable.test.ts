import { expect, it } from 'vitest';
import { printable, unprintedNote } from './printable.ts';

const NOTE = '(▯ : signe non imprimé, à lire à l’écran)';

it.each([
  ['Ɖossou Kɔɛ́ŋ', 'Ɖossou Kɔɛ́ŋ'],
  ['N’Dah, O"Neil 12 ® ™ ½ °', 'N’Dah, O"Neil 12 ® ™ ½ °'],
  ['Иван Ωμ', 'Иван Ωμ'],
  ['محمد', 'محمد'],
  ['محمد علي Dossou', 'علي محمد Dossou'],
  ['王小明', `▯▯▯ ${NOTE}`],
  ['Wang 王', `Wang ▯ ${NOTE}`],
  ['Afi 😀', `Afi ▯ ${NOTE}`],
  ['Croix ❤️', `Croix ▯ ${NOTE}`],
  ['👩🏽‍⚕️', `▯▯ ${NOTE}`],
])('%s is printed as %s', (written, printed) => {
  expect(printable(written)).toBe(printed);
});

it.each([
  ['500 ㎎ Ｗ', '500 mg W'],
  ['〒 12', `▯ 12 ${NOTE}`],
])('%s is printed as %s where the font lacks its signs', (written, printed) => {
  expect(printable(written, (sign) => sign < '\u3000')).toBe(printed);
});

it('says which signs are not printed', () => {
  expect(unprintedNote('Wang 王王小')).toBe(
    '« 王小 » ne s’imprime pas : écrivez aussi le nom en lettres latines.',
  );
  expect(unprintedNote('Afi Dossou')).toBeNull();
});

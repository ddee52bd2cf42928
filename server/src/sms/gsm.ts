/** GSM 03.38, the basic set: 160 characters in one message. Most other characters reduce that to 70. */
export const gsmCharacters: ReadonlySet<string> = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);

const close: Readonly<Record<string, string>> = {
  '’': "'",
  œ: 'oe',
  Œ: 'OE',
  ɛ: 'e',
  Ɛ: 'E',
  ɔ: 'o',
  Ɔ: 'O',
};

/** A text of a person in these characters: the others lose their accents, or are left out. */
export function toGsm(text: string): string {
  return [...text.normalize('NFC')].map(closest).join('').trim();
}

function closest(character: string): string {
  if (gsmCharacters.has(character)) return character;
  if (/\s/.test(character)) return ' ';
  const [base = ''] = character.normalize('NFD');
  return close[character] ?? close[base] ?? (gsmCharacters.has(base) ? base : '');
}

// GSM 03.38, basic set: what fits 160 to a message. Anything else halves it (BENIN.md).
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const MOST = 160;

/** Whether it goes out as one plain message. */
export function fitsOneSms(text: string): boolean {
  return text.length <= MOST && [...text].every((character) => basic.has(character));
}

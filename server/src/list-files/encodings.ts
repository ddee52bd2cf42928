import { isUtf8 } from 'node:buffer';
import type { FileEncoding } from '@amasin/domain/imports/encodings.ts';

const allBytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const tableOf = (label: string) => new TextDecoder(label).decode(allBytes);

/** The upper half of DOS's code page of Western Europe, which no decoder of the platform reads. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** The signs of the 256 bytes of each encoding with one byte a sign. */
const tables = {
  'windows-1252': tableOf('windows-1252'),
  cp850: tableOf('windows-1252').slice(0, 128) + CP850,
  macintosh: tableOf('macintosh'),
} as const;

type OneByte = keyof typeof tables;

const isOneByte = (encoding: FileEncoding): encoding is OneByte => encoding in tables;

/** Decodes a file by pieces; the last call has none. */
export type Decoder = (piece?: Uint8Array) => string;

export function decoderOf(encoding: FileEncoding | 'utf-16le' | 'utf-16be'): Decoder {
  if (encoding === 'utf-8' || encoding === 'utf-16le' || encoding === 'utf-16be') {
    const decoder = new TextDecoder(encoding);
    return (piece) => decoder.decode(piece, { stream: piece !== undefined });
  }
  if (isOneByte(encoding)) {
    const table = tables[encoding];
    return (piece) => Array.from(piece ?? [], (byte) => table.charAt(byte)).join('');
  }
  const bytes = bytesOf(encoding.slice('utf-8-as-'.length) as OneByte);
  const [outer, inner] = [decoderOf('utf-8'), decoderOf('utf-8')];
  return (piece) => inner(bytes(outer(piece))) + (piece === undefined ? inner() : '');
}

const UNREADABLE = Buffer.from('\ufffd');

/** Writes a text in an encoding, what it lacks as an unreadable sign. */
function bytesOf(encoding: OneByte): (text: string) => Buffer {
  // Programs take UTF-8 for Latin-1 too, whose signs 128 to 159 Windows replaces by others.
  const latin = encoding === 'windows-1252' ? String.fromCharCode(...allBytes) : '';
  const codes = new Map(
    [latin, tables[encoding]].flatMap((table) => Array.from(table, (sign, byte) => [sign, Buffer.of(byte)])),
  );
  return (text) => Buffer.concat(Array.from(text, (sign) => codes.get(sign) ?? UNREADABLE));
}

const decode = (encoding: FileEncoding, bytes: Uint8Array): string => {
  const decoder = decoderOf(encoding);
  return decoder(bytes) + decoder();
};

const twice = (Object.keys(tables) as OneByte[]).map((outer) => ({
  encoding: `utf-8-as-${outer}` as const,
  bytes: bytesOf(outer),
}));

/**
 * Whether a text is UTF-8 that a program took for another encoding and wrote as UTF-8 again, « ComprimÃ© »: it reads better as that.
 */
export const isTwice = (text: string): boolean =>
  twice.some((one) => isTwiceBy(text, one) && scoreOf(one.bytes(text).toString()) > scoreOf(text));

const NOT_ASCII = /[^\0-\x7f]/;

function isTwiceBy(text: string, { bytes }: (typeof twice)[number]): boolean {
  if (!NOT_ASCII.test(text)) return false;
  const written = bytes(text);
  return isUtf8(written) && !written.includes(UNREADABLE);
}

const isLower = (sign: string) => /\p{Ll}/u.test(sign);
const isUpper = (sign: string) => /\p{Lu}/u.test(sign);
const isLetter = (sign: string) => /\p{L}/u.test(sign);
const isDigit = (sign: string) => /\d/.test(sign);

const FRENCH = 'éèêëàâîïôùûüçœæ';
const NEARLY_FRENCH = 'áíóúñãõäö';
const SIGNS = '°«»–—®™²³½¼¾€·“”\u00a0\u202f';

/** How likely a sign of a French list is between these two, from 0 to 1. */
function likelihoodOf(sign: string, before: string, after: string): number {
  if (sign === '’' || sign === '‘') return isLetter(before) || isLetter(after) ? 1 : 0;
  if (sign === 'µ') return /[gml]/i.test(after) ? 1 : 0;
  if (SIGNS.includes(sign)) return isLetter(before) && isLetter(after) && sign !== '\u00a0' ? 0 : 1;
  const small = sign.toLowerCase();
  const weight = FRENCH.includes(small) ? 1 : NEARLY_FRENCH.includes(small) ? 0.5 : 0;
  if (isDigit(before) || isDigit(after)) return 0;
  if (!isLetter(before) && !isLetter(after)) return small === 'à' ? 1 : 0;
  const isInPlace = isUpper(sign)
    ? !isLower(before)
    : !isUpper(after) && !(isUpper(before) && !isLower(after));
  return isInPlace ? weight : 0;
}

/** How well a text reads as French, from 0 to 1: by its signs beyond ASCII and their neighbours. */
function scoreOf(text: string): number {
  const signs = [...text];
  const scores = signs.flatMap((sign, at) =>
    NOT_ASCII.test(sign) ? [likelihoodOf(sign, signs[at - 1] ?? ' ', signs[at + 1] ?? ' ')] : [],
  );
  return scores.length === 0 ? 1 : scores.reduce((sum, one) => sum + one, 0) / scores.length;
}

/** The share of likely signs from which a reading is believed. */
const PLAUSIBLE = 0.9;
const READABLE = 0.6;
/** A reading this much better than the others is believed too. */
const CLEARLY = 0.3;
const SHOWN_LINES = 3;
const SHOWN_SIGNS = 80;

/** One way to read a file, and what its first lines with accents would be. */
export interface Reading {
  readonly encoding: FileEncoding;
  readonly text: string;
}

/**
 * Finds how these lines beyond ASCII are to be read: one encoding, or several readings when more than one is likely, or none.
 * @param isUtf the lines are UTF-8
 */
export function readingsOf(lines: readonly Uint8Array[], isUtf: boolean): Reading[] {
  const texts = isUtf ? lines.map((line) => decode('utf-8', line)) : [];
  const candidates: FileEncoding[] = isUtf
    ? [
        'utf-8',
        ...twice.filter((one) => texts.every((text) => isTwiceBy(text, one))).map(({ encoding }) => encoding),
      ]
    : (Object.keys(tables) as OneByte[]);
  const readings = candidates
    .map((encoding) => {
      const read = lines.map((line) => decode(encoding, line));
      const text = read.slice(0, SHOWN_LINES).map((line) => line.trim().slice(0, SHOWN_SIGNS));
      return { encoding, text: text.join('\n'), score: scoreOf(read.join('\n')) };
    })
    .sort((one, other) => other.score - one.score);
  const [best, second] = readings;
  const isAlone = second === undefined || second.score < PLAUSIBLE || second.text === best?.text;
  const isBetter = second !== undefined && best !== undefined && best.score - second.score >= CLEARLY;
  const isSure =
    best !== undefined &&
    (candidates.length === 1 || (best.score >= PLAUSIBLE && isAlone) || (best.score >= READABLE && isBetter));
  return (isSure ? [best] : readings).map(({ encoding, text }) => ({ encoding, text }));
}

import { isAscii, isUtf8 } from 'node:buffer';
import { pipeline, Readable, Transform } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type FileEncoding, fileEncodings } from '@amasin/domain/imports/encodings.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { decoderOf, isTwice, type Reading, readingsOf } from './encodings.ts';

/** A decoder replaces bytes that it cannot read by this. */
const UNREADABLE = '\ufffd';

/** Why a line is refused whose bytes are in another encoding than those of other lines. */
export const DOUBTFUL_ENCODING =
  'Accents illisibles (le fichier mélange deux encodages) : enregistrez-le en « CSV UTF-8 »';

export const isDoubtful = (cells: readonly string[]): boolean =>
  cells.some((cell) => cell.includes(UNREADABLE) || isTwice(cell));

/** A file whose letters may be read in several ways: whoever imports it chooses one. */
export class EncodingDoubt extends OperatorError {
  readonly readings: readonly Reading[];

  constructor(readings: readonly Reading[]) {
    const shown = readings.map(
      ({ encoding, text }) =>
        `${encoding} (${fileEncodings[encoding]}) :\n  ${text.replaceAll('\n', '\n  ')}`,
    );
    super(
      `Les accents de ce fichier se lisent de plusieurs façons : choisissez la bonne.\n${shown.join('\n')}`,
    );
    this.readings = readings;
  }
}

/**
 * Reads a file as text, without byte order mark. The encoding is the one that was chosen, or UTF-16 by its mark or its first sign, or
 * the one in which the letters read as French. Where lines disagree, `isDoubtful` tells those that are not UTF-8.
 * @throws EncodingDoubt when several are likely, or none; OperatorError for a workbook, a page or a PDF
 */
export async function openText(openFile: () => Readable, chosen?: FileEncoding): Promise<Readable> {
  const open = () => Readable.from(inTurns(openFile()), { highWaterMark: 1 });
  const found = await encodingOf(open());
  if (chosen === undefined && typeof found !== 'string') throw new EncodingDoubt(found);
  const decoder = decoderOf(chosen ?? (found as Encoding));
  const decoded = new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, decoder(chunk)),
    flush: (done) => done(null, decoder()),
  });
  // The reader of the text receives the file's error.
  return pipeline(open(), decoded, () => undefined);
}

/** Bytes that are read at once: two million lines of one sign would keep everybody waiting for ten seconds. */
const PIECE = 16_384;

/** Passes a file on in pieces, between which others are served. */
async function* inTurns(file: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of file as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; at += PIECE) {
      yield chunk.subarray(at, at + PIECE);
      await setImmediate();
    }
  }
}

const AS_CSV = 'ouvrez-le dans un tableur et enregistrez-le en « CSV UTF-8 »';

/** The first bytes of what people send under the name of a list, in Latin-1, and what to say then. */
const otherKinds: readonly (readonly [start: string, reason: string])[] = [
  ['PK\x03\x04', 'Ce fichier est un classeur : enregistrez-le d’abord en « CSV UTF-8 »'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', `Ce fichier est un ancien classeur Excel (.xls) : ${AS_CSV}`],
  ['<?xml', `Ce fichier est du XML, un classeur peut-être : ${AS_CSV}`],
  ['%PDF-', 'Ce fichier est un PDF : demandez la liste en CSV à qui l’a faite'],
];
const page = /^<(?:!doctype|!--|html|head|meta|body|table|style)\b/i;
const PAGE = `Ce fichier est une page web (HTML), même si son nom finit par .xls : ${AS_CSV}`;

/** @throws OperatorError when the first line that is not blank is of another kind of file */
function refuseOtherKinds(start: string): void {
  const kind = otherKinds.find(([beginning]) => start.startsWith(beginning));
  if (kind !== undefined) throw new OperatorError(kind[1]);
  if (page.test(start)) throw new OperatorError(PAGE);
}

/** Lines that are looked at to find the encoding: the accents of a list repeat. */
const MAX_LINES = 1_000;
const MAX_LINE = 2_000;

type Encoding = Parameters<typeof decoderOf>[0];

/** The encoding of a file, or the readings between which somebody has to choose. */
async function encodingOf(file: Readable): Promise<Encoding | readonly Reading[]> {
  const lines: Uint8Array[] = [];
  let isSure = false;
  let isOther = false;
  let isFirst = true;
  let start = '';
  for await (const line of linesOf(file)) {
    const wide = isFirst ? utf16Of(line) : null;
    if (wide !== null) return wide;
    isFirst = false;
    if (start === '') {
      start = Buffer.from(line.subarray(0, 100)).toString('latin1').replace('\xef\xbb\xbf', '').trimStart();
      refuseOtherKinds(start);
    }
    if (isAscii(line)) continue;
    if (isUtf8(line)) isSure = true;
    else isOther = true;
    if (lines.length < MAX_LINES) lines.push(beginningOf(line));
  }
  // One or the other by line.
  if (isSure && isOther) return 'utf-8';
  if (lines.length === 0) return 'utf-8';
  const readings = readingsOf(lines, isSure);
  const [only] = readings;
  return readings.length === 1 && only !== undefined ? only.encoding : readings;
}

/** Cut where no sign of several bytes is. */
function beginningOf(line: Uint8Array): Uint8Array {
  if (line.length <= MAX_LINE) return line;
  const end = line.subarray(0, MAX_LINE).findLastIndex((byte) => byte < 0x80);
  return line.subarray(0, end + 1);
}

function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : null;
}

/** Lines that end as Unix, Windows or an old Mac ends them; of the empty ones only the first. */
async function* linesOf(file: Readable): AsyncGenerator<Uint8Array> {
  let rest: string[] = [];
  let isFirst = true;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    const [end = '', ...others] = chunk.toString('latin1').split(/[\r\n]/);
    rest.push(end);
    for (const line of others) {
      if (isFirst || rest.length > 1 || rest[0] !== '') yield Buffer.from(rest.join(''), 'latin1');
      isFirst = false;
      rest = [line];
    }
  }
  yield Buffer.from(rest.join(''), 'latin1');
}

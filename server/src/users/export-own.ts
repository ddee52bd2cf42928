import { Readable } from 'node:stream';
import { formatDateTime } from '@amasin/domain/contract/format.ts';
import { aboutAccount, type Recorder, record } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import type { UserRow } from '../database/schema/users.ts';
import { drawPdf } from '../pdf/draw.ts';
import { type Content, head, type Sheet, text } from '../pdf/sheet.ts';
import { Refusal } from '../refusal.ts';
import { dataOf, type Entries, type Entry, type Part, type Value } from './own-data.ts';
import { findAccount } from './queries.ts';

/** A PDF has this many lines and words at most, which take ten seconds to be drawn; the others are in the JSON file only. */
const MAX_LINES = 5_000;
const MAX_WORDS = 100_000;

/** The file of a person that is being sent, by her id. */
const sending = new Map<string, Readable>();

/** Sends what is known of the signed-in person as JSON, while it is read. A second one in this process takes the place of the first. */
export async function exportOwnData(ctx: Ctx) {
  const person = await loadOneself(ctx);
  const { json } = await exportPerson(ctx, person);
  sending.get(person.id)?.destroy(new Error('the person began another export'));
  const body = Readable.from(json());
  sending.set(person.id, body);
  body.once('close', () => {
    if (sending.get(person.id) === body) sending.delete(person.id);
  });
  return { status: 200 as const, body, headers: headersOf('application/json; charset=utf-8', 'json') };
}

/** The paper of a person that is being drawn, by her id: another one that she asks for meanwhile is the same. */
const drawing = new Map<string, Promise<Uint8Array>>();

/** Draws the same as a PDF. @throws 503 UNAVAILABLE when too many wait */
export async function printOwnData(ctx: Ctx) {
  const person = await loadOneself(ctx);
  const { pdf } = await exportPerson(ctx, person);
  const drawn = drawing.get(person.id) ?? pdf().finally(() => drawing.delete(person.id));
  drawing.set(person.id, drawn);
  return { status: 200 as const, body: await drawn, headers: headersOf('application/pdf', 'pdf') };
}

async function loadOneself({ db, actor }: Ctx): Promise<UserRow> {
  const person = await findAccount(db, actor._id);
  if (person === null) throw new Refusal('NOT_FOUND');
  return person;
}

const headersOf = (type: string, extension: string) => ({
  'content-type': type,
  'content-disposition': `attachment; filename="mes-donnees.${extension}"`,
  'cache-control': 'private, no-store',
});

/** Records that what is known of a person is exported, by them or by a command. Each file reads it when it is made. */
export async function exportPerson(ctx: Pick<Ctx, 'db' | 'clock'> & Recorder, person: UserRow) {
  const madeAt = ctx.clock.now();
  const details = { event: 'own-data', ...(!ctx.actor && { by: 'command' as const }) };
  await record(ctx, ctx.db, { action: 'export', ...aboutAccount(person), details });
  return {
    json: () => inPieces(jsonOf(dataOf(ctx, person), madeAt)),
    pdf: async () => drawPdf(await sheetOf(person.name, dataOf(ctx, person), madeAt)),
  };
}

/** The file for a machine: dates in UTC, amounts in whole FCFA, an entry on a line. */
async function* jsonOf(parts: readonly Part[], madeAt: Date) {
  yield `{"madeAt":${JSON.stringify(madeAt)},"parts":[`;
  for (const [index, { title, entries }] of parts.entries()) {
    yield `${index === 0 ? '' : ','}\n{"title":${JSON.stringify(title)},"entries":`;
    yield* jsonOfEntries(entries);
    yield '}';
  }
  yield ']}\n';
}

async function* jsonOfEntries(entries: Entries): AsyncGenerator<string> {
  let before = '[\n';
  for await (const entry of entries) {
    const isRead = ([, value]: [string, Value]) => !isHistory(value);
    const read = JSON.stringify(Object.fromEntries(Object.entries(entry).filter(isRead)));
    yield `${before}${read.slice(0, -1)}`;
    for (const [label, value] of Object.entries(entry)) {
      if (!isHistory(value)) continue;
      yield `,${JSON.stringify(label)}:`;
      yield* jsonOfEntries(value);
    }
    yield '}';
    before = ',\n';
  }
  yield before === ',\n' ? ']' : '[]';
}

const isHistory = (value: Value): value is AsyncIterable<Entry> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** Joins texts to pieces that are worth sending. */
async function* inPieces(texts: AsyncIterable<string>) {
  let piece = '';
  for await (const one of texts) {
    piece += one;
    if (piece.length < 64_000) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

async function sheetOf(name: string, parts: readonly Part[], madeAt: Date): Promise<Sheet> {
  const lines: Content[] = [];
  let words = 0;
  let isCut = false;
  for await (const line of linesOf(parts)) {
    words += countWords(line.text ?? '');
    isCut = lines.length === MAX_LINES || words > MAX_WORDS;
    if (isCut) break;
    lines.push(line);
  }
  const cut = text('bold', 'La suite est dans le fichier JSON.', { margin: [0, 10, 0, 0] });
  return {
    title: 'Mes données',
    at: madeAt,
    size: 'A4',
    foot: [`Mes données · ${name} · `, ' / '],
    content: [
      head('Mes données', `Fait le ${formatDateTime(madeAt)}`),
      text('name', name, { margin: [0, 12, 0, 0] }),
      ...lines,
      ...(isCut ? [cut] : []),
    ],
  };
}

/** Counts the words to draw: ten letters of a longer one are one more. */
const countWords = (said: string): number =>
  said.split(' ').reduce((sum, word) => sum + 1 + Math.floor(word.length / 10), 0);

async function* linesOf(parts: readonly Part[]) {
  for (const { title, entries } of parts) {
    yield text('title', title, { margin: [0, 16, 0, 2] });
    let isEmpty = true;
    for await (const entry of entries) {
      isEmpty = false;
      yield* linesOfEntry(entry, 0);
    }
    if (isEmpty) yield text('dimmed', 'Rien.');
  }
}

type Line = ReturnType<typeof text>;

/** @param depth of an entry in others, which are indented */
async function* linesOfEntry(entry: Entry, depth: number): AsyncGenerator<Line> {
  const said: string[] = [];
  const within: [label: string, entries: Entries][] = [];
  for (const [label, value] of Object.entries(entry)) {
    if (value === null || value === '') continue;
    if (typeof value !== 'object' || value instanceof Date) said.push(`${label} : ${wordsOf(value)}`);
    else within.push([label, value]);
  }
  yield text('small', said.join(' · '), { margin: [12 * depth, 4, 0, 0] });
  for (const [label, entries] of within) {
    let isFirst = true;
    for await (const one of entries) {
      if (isFirst) yield text('dimmed', label, { margin: [12 * (depth + 1), 3, 0, 0] });
      isFirst = false;
      yield* linesOfEntry(one, depth + 1);
    }
  }
}

function wordsOf(value: string | number | boolean | Date): string {
  if (value instanceof Date) return formatDateTime(value);
  if (typeof value === 'boolean') return value ? 'oui' : 'non';
  return String(value);
}

import { formatDateTime } from '@amasin/domain/contract/format.ts';
import { printable } from '@amasin/domain/prescriptions/printable.ts';
import { aboutAccount, type Recorder, record } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import type { UserRow } from '../database/schema/users.ts';
import { drawPdf } from '../pdf/draw.ts';
import { type Content, head, type Sheet, text } from '../pdf/sheet.ts';
import { Refusal } from '../refusal.ts';
import { collectData, type Entry, type Part } from './own-data.ts';
import { findAccount } from './queries.ts';

/** A PDF has this many lines at most; the others are in the JSON file only. */
const MAX_PRINTED = 5_000;

/** Exports what is known of the signed-in person as JSON. */
export async function exportOwnData(ctx: Ctx) {
  const person = await loadOneself(ctx);
  const { json } = await exportPerson(ctx, person);
  return { status: 200 as const, body: json, headers: headersOf('application/json; charset=utf-8', 'json') };
}

/** Draws the same as a PDF. @throws 503 UNAVAILABLE when too many wait */
export async function printOwnData(ctx: Ctx) {
  const person = await loadOneself(ctx);
  const { pdf } = await exportPerson(ctx, person);
  return { status: 200 as const, body: await pdf(), headers: headersOf('application/pdf', 'pdf') };
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

/** Collects what is known of a person and records that it was exported, by them or by a command. */
export async function exportPerson(ctx: Pick<Ctx, 'db' | 'clock'> & Recorder, person: UserRow) {
  const parts = await collectData(ctx, person);
  const madeAt = ctx.clock.now();
  const details = { event: 'own-data', ...(!ctx.actor && { by: 'command' as const }) };
  await record(ctx, ctx.db, { action: 'export', ...aboutAccount(person), details });
  return {
    json: Buffer.from(jsonOf(parts, madeAt)),
    pdf: () => drawPdf(sheetOf(person.name, parts, madeAt)),
  };
}

/** The file for a machine: dates in UTC, amounts in whole FCFA. */
const jsonOf = (parts: readonly Part[], madeAt: Date): string =>
  `${JSON.stringify({ madeAt, parts }, null, 2)}\n`;

function sheetOf(name: string, parts: readonly Part[], madeAt: Date): Sheet {
  const lines = parts.flatMap(linesOf);
  const isCut = lines.length > MAX_PRINTED;
  const cut = text('bold', 'La suite est dans le fichier JSON.', { margin: [0, 10, 0, 0] });
  return {
    title: 'Mes données',
    at: madeAt,
    size: 'A4',
    foot: [`Mes données · ${printable(name)} · `, ' / '],
    content: [
      head('Mes données', `Fait le ${formatDateTime(madeAt)}`),
      text('name', printable(name), { margin: [0, 12, 0, 0] }),
      ...lines.slice(0, MAX_PRINTED),
      ...(isCut ? [cut] : []),
    ],
  };
}

function linesOf({ title, entries }: Part): Content[] {
  const lines: Content[] = [text('title', title, { margin: [0, 16, 0, 2] })];
  if (entries.length === 0) lines.push(text('dimmed', 'Rien.'));
  for (const entry of entries) lines.push(...linesOfEntry(entry, 0));
  return lines;
}

/** @param depth of an entry in others, which are indented */
function linesOfEntry(entry: Entry, depth: number): Content[] {
  const said: string[] = [];
  const within: Content[] = [];
  for (const [label, value] of Object.entries(entry)) {
    if (value === null || value === '') continue;
    if (typeof value !== 'object' || value instanceof Date) said.push(`${label} : ${wordsOf(value)}`);
    else if (value.length > 0)
      within.push(
        text('dimmed', label, { margin: [12 * (depth + 1), 3, 0, 0] }),
        ...value.flatMap((one) => linesOfEntry(one, depth + 1)),
      );
  }
  return [text('small', printable(said.join(' · ')), { margin: [12 * depth, 4, 0, 0] }), ...within];
}

function wordsOf(value: string | number | boolean | Date): string {
  if (value instanceof Date) return formatDateTime(value);
  if (typeof value === 'boolean') return value ? 'oui' : 'non';
  return String(value);
}

import { Readable } from 'node:stream';
import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import {
  type DutyList,
  type dutyListText,
  LIST_TOO_LONG,
  MAX_NAMES,
  type newDutyList,
  type ReadDutyName,
} from '@amasin/domain/pharmacies/duty-list.ts';
import { dutyNight } from '@amasin/domain/pharmacies/duty-night.ts';
import { nameMatcher } from '@amasin/domain/pharmacies/match-name.ts';
import { type DutyLine, readDutyText, readNights } from '@amasin/domain/pharmacies/read-duty-text.ts';
import { z } from 'zod';
import { record } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import { transact } from '../database/transaction.ts';
import { lineText } from '../list-files/line-text.ts';
import { columnsOf, readCsv } from '../list-files/read-csv.ts';
import { invalidField } from '../refusal.ts';
import { isTooFar, refuseTooFar } from './duty.ts';
import { countListed, findDirectory, insertList, insertListed } from './duty-queries.ts';

/**
 * Adds the shifts of a published list that are missing and not over, and records its source and date. Idempotent.
 * @throws 422 for an unknown pharmacy, a night too far ahead or a list from the future
 */
export async function importDutyList(
  ctx: Ctx,
  { source, date, shifts }: z.output<typeof newDutyList>,
): Promise<{ added: number; dutyList: DutyList }> {
  const now = ctx.clock.now();
  if (date > dayInBenin(now)) throw invalidField('date', 'La date de la liste est à venir');
  const nights = shifts.flatMap(({ pharmacy, nights }) => nights.map((night) => nightOf(pharmacy, night)));
  for (const night of nights) refuseTooFar('shifts', night, now);
  const ids = [...new Set(shifts.map(({ pharmacy }) => pharmacy))];
  return transact(ctx.db, async (tx) => {
    if ((await countListed(tx, ids)) < ids.length) throw invalidField('shifts', 'Pharmacie inconnue');
    const added = await insertListed(
      tx,
      nights.filter(({ endsAt }) => endsAt > now),
      now,
    );
    await insertList(tx, { date, source }, now);
    await record(ctx, tx, { action: 'plan', kind: 'duty', id: date, details: { count: added } });
    return { added, dutyList: { date, source } };
  });
}

function nightOf(placeId: string, date: string) {
  const night = dutyNight(date);
  if (night === null) throw invalidField('shifts', 'Date invalide');
  return { placeId, ...night };
}

const columns = {
  name: { heading: 'Pharmacie', also: ['name', 'nom'], isNeeded: true },
  date: { heading: 'Date', also: ['nuit', 'jour', 'date de garde'], isNeeded: true },
} as const;
const csvLine = z.object({ name: lineText, date: lineText });

/**
 * Reads a list of duty as people receive it, and finds its names in the directory. Nothing is written.
 * @throws 422 when it is too long
 */
export async function readDutyList(
  ctx: Ctx,
  { text, week }: z.output<typeof dutyListText>,
): Promise<{ names: ReadDutyName[] }> {
  const lines = hasColumns(text) ? await readColumns(text, week) : readDutyText(text, week);
  const byName = Map.groupBy(lines, ({ written }) => searchText(written));
  if (byName.size > MAX_NAMES) throw invalidField('text', LIST_TOO_LONG);
  const match = nameMatcher(await findDirectory(ctx.db));
  const now = ctx.clock.now();
  const names = [...byName.values()].map((same): ReadDutyName => {
    const written = same[0]?.written ?? '';
    const { isCertain, pharmacies } = match(written);
    const listed = [...new Set(same.flatMap(({ nights }) => nights))].sort();
    const isUndated =
      same.some(({ nights }) => nights.length === 0) || listed.some((night) => isFar(night, now));
    return {
      written,
      match: isUndated ? 'undated' : pharmacies.length === 0 ? 'unknown' : isCertain ? 'found' : 'ambiguous',
      nights: isUndated ? [] : listed.filter((night) => !isOver(night, now)),
      pharmacies,
    };
  });
  return { names };
}

/** Whether the first line names the columns of a CSV. */
function hasColumns(text: string): boolean {
  const [header = ''] = text.split(/\r?\n/, 1);
  const names = columnsOf(header.split(/[,;\t]/), columns);
  return Object.keys(columns).every((name) => names.includes(name));
}

async function readColumns(text: string, week: string): Promise<DutyLine[]> {
  const lines: DutyLine[] = [];
  const file = Readable.from([Buffer.from(text)]);
  for await (const { line, read } of readCsv(file, columns, (record) => csvLine.parse(record))) {
    if (typeof read === 'string') lines.push({ written: `Ligne ${line} : ${read}`, nights: [] });
    else if (read.name !== '') lines.push({ written: read.name, nights: readNights(read.date, week) ?? [] });
  }
  return lines;
}

function isOver(date: string, now: Date): boolean {
  const night = dutyNight(date);
  return night === null || night.endsAt <= now;
}

function isFar(date: string, now: Date): boolean {
  const night = dutyNight(date);
  return night === null || isTooFar(night, now);
}

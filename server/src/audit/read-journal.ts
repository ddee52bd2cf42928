import { actionsIn, auditGroupLabels, auditGroups, auditKindLabels } from '@amasin/domain/audit/actions.ts';
import type { auditEndpoints } from '@amasin/domain/audit/endpoints.ts';
import { MAX_EXPORTED } from '@amasin/domain/contract/counted.ts';
import { dateRange, timeInBenin } from '@amasin/domain/contract/dates.ts';
import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { PAGE_SIZE } from '@amasin/domain/contract/paging.ts';
import { userTypeLabels } from '@amasin/domain/contract/user-type.ts';
import type { Ctx } from '../ctx.ts';
import type { CsvColumn, CsvRows } from '../routing/csv.ts';
import {
  findLines,
  findName,
  findNamed,
  hasMoreLines,
  type JournalLine,
  type JournalSearch,
} from './journal-queries.ts';
import { authorOf, presentLine, sentenceOf } from './present.ts';
import { record } from './record.ts';

type Filters = HandlerInput<typeof auditEndpoints.listAudit>['query'];
type ExportFilters = HandlerInput<typeof auditEndpoints.exportAudit>['query'];

/** One page of the journal, latest first. */
export async function listJournal({ db }: Ctx, { after, ...filters }: Filters) {
  const search = {
    ...(await searchOf(db, filters)),
    after: after === undefined ? undefined : readCursor(after),
  };
  const found = await findLines(db, { ...search, limit: PAGE_SIZE + 1 });
  const lines = found.slice(0, PAGE_SIZE);
  const last = found.length > PAGE_SIZE ? lines.at(-1) : undefined;
  const named = {
    actor: filters.actor ? await findName(db, filters.actor) : null,
    customer: filters.customer ? await findName(db, filters.customer) : null,
  };
  return { lines: lines.map(presentLine), next: last === undefined ? null : cursorOf(last), named };
}

async function searchOf(
  db: Ctx['db'],
  { from, to, ...filters }: ExportFilters,
): Promise<Omit<JournalSearch, 'limit'>> {
  return {
    ...filters,
    named: filters.subject === undefined ? undefined : await findNamed(db, filters.subject),
    from: from === undefined ? undefined : dateRange(from)?.from,
    before: to === undefined ? undefined : dateRange(to)?.to,
  };
}

/** The position after a line: its time in ms and its id. */
const cursorOf = ({ at, id }: JournalLine) => `${at.getTime()}_${id}`;

function readCursor(text: string) {
  const [at = '', id = ''] = text.split('_');
  return { at: new Date(Number(at)), id };
}

/** Finds the lines of a search, in parts that are read during the download, which is itself recorded. */
export async function exportJournal(ctx: Ctx, filters: ExportFilters): Promise<CsvRows<JournalLine>> {
  const search = await searchOf(ctx.db, filters);
  const isCut = await hasMoreLines(ctx.db, search, MAX_EXPORTED);
  await record(ctx, ctx.db, { action: 'export', kind: 'list', id: 'audit' });
  return { parts: readInParts(ctx, search), isCut };
}

/** A download reads this many rows at once: in parts of 200, ten thousand take twice as long. */
const PART = 1_000;

async function* readInParts({ db }: Ctx, search: Omit<JournalSearch, 'limit'>) {
  let after: JournalSearch['after'];
  for (let count = 0; count < MAX_EXPORTED; count += PART) {
    const lines = await findLines(db, { ...search, after, limit: PART });
    yield lines;
    const last = lines.at(-1);
    if (last === undefined || lines.length < PART) return;
    after = { at: last.at, id: last.id };
  }
}

const groupOf = ({ action }: JournalLine) =>
  auditGroups.find((group) => actionsIn(group).includes(action)) ?? 'changes';

export const journalColumns: CsvColumn<JournalLine>[] = [
  { heading: 'Date', cell: ({ at }) => timeInBenin(at) },
  { heading: 'Personne', cell: authorOf },
  { heading: 'Rôle', cell: ({ actorType }) => actorType && userTypeLabels[actorType] },
  { heading: 'Groupe', cell: (line) => auditGroupLabels[groupOf(line)] },
  { heading: 'Objet', cell: ({ kind }) => auditKindLabels[kind] ?? 'Autre' },
  { heading: 'Ce qui a été fait', cell: sentenceOf },
  { heading: 'Client', cell: ({ customerName }) => customerName },
  { heading: 'Numéro interne de la personne', cell: ({ actorId }) => actorId },
  { heading: 'Numéro interne de l’objet', cell: ({ subjectId }) => subjectId },
];

import { readFileSync } from 'node:fs';
import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { type UserType, userTypes } from '@amasin/domain/contract/user-type.ts';
import { type EndpointName, endpoints } from '@amasin/domain/endpoints.ts';

/** Every column of callers. */
export type Kind = 'public' | UserType;
export const kinds: readonly Kind[] = ['public', ...userTypes];

/** A row of `authorization.csv`: one call and its cell for each type of caller. */
export interface Row {
  readonly n: number;
  /** Method and path as in the contract, without the query shown in the table. */
  readonly call: string;
  readonly cells: Readonly<Record<Kind, string>>;
}

/** O cells with a rule about the owner of the resource in the path. */
export const rulesOfOwnership: ReadonlySet<string> = new Set([
  'O',
  'O1',
  'O2',
  'O3',
  'O4',
  'O5',
  'O6',
  'O7',
  'O8',
  'O9',
  'O12',
  'O13',
  'O14',
  'O22',
]);
/** O cells with a rule about the response: 10 only assignable users, 11 no names of others, 15 no amounts. */
export const rulesOfContent: ReadonlySet<string> = new Set(['O10', 'O11', 'O15']);

/**
 * O cells with a rule about references in the body: 16 a category, 17 to 21 a file. Their scenarios list what
 * these users may refer to (`visible`) and what not.
 */
export const rulesOfBody: ReadonlySet<string> = new Set(['O16', 'O17', 'O18', 'O19', 'O20', 'O21']);

/** Cells that only verified accounts of the type may use: the others get 403 (rule 39). */
export const VERIFIED_ONLY = 'V';

const isAllowed = (cell: string) => cell !== '401' && cell !== '403';

export function allowedTypes({ cells }: Row): UserType[] {
  return userTypes.filter((type) => isAllowed(cells[type]));
}

export function forbiddenTypes({ cells }: Row): UserType[] {
  return userTypes.filter((type) => cells[type] === '403');
}

/** Parses the repository's copy of the table. */
export function readTable(): { header: string[]; rows: Row[] } {
  const text = readFileSync(new URL('./authorization.csv', import.meta.url), 'utf8');
  const [header = [], ...lines] = text.trimEnd().split('\n').map(fieldsOf);
  const rows = lines.map((fields) => {
    const of = (column: string) => fields[header.indexOf(column)] ?? '';
    const cells = Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Record<Kind, string>;
    return { n: Number(of('n')), call: `${of('method')} ${of('path').replace(/\?.*/, '')}`, cells };
  });
  return { header, rows };
}

// Fields with a comma are quoted and quotes in them doubled; no field has a line break.
function fieldsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

/** An endpoint of the contract with its row. */
export interface Call {
  readonly name: EndpointName;
  readonly title: string;
  readonly endpoint: Endpoint;
  readonly row: Row;
}

export function readCalls(): Call[] {
  const { rows } = readTable();
  return Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => {
    const title = `${endpoint.method} ${endpoint.path}`;
    const row = rows.find(({ call }) => call === title);
    if (row === undefined) throw new Error(`authorization.csv has no row for ${title}`);
    return { name: name as EndpointName, title, endpoint, row };
  });
}

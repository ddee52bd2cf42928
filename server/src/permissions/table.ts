import { readFileSync } from 'node:fs';
import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { type EndpointName, endpoints } from '@amasin/domain/contract/endpoints.ts';
import { type UserType, userTypes } from '@amasin/domain/users/user-type.ts';

/** Every kind of caller that the table has a column for. */
export type Kind = 'public' | UserType;
export const kinds: readonly Kind[] = ['public', ...userTypes];

/** One call of `authorization.csv`: what each kind of caller may expect of it. */
export interface Row {
  readonly n: number;
  /** Method and path as the endpoint table writes them, the table's reminder of the query left out. */
  readonly call: string;
  readonly cells: Readonly<Record<Kind, string>>;
}

/** O cells whose rule is to whom the thing in the path belongs. */
export const rulesOfOwnership: ReadonlySet<string> = new Set([
  'O',
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
/** O cells whose rule is what the answer holds: 10 only people to assign, 11 no name of a stranger, 15 no money. */
export const rulesOfContent: ReadonlySet<string> = new Set(['O10', 'O11', 'O15']);

/**
 * O cells whose rule is what the body names: 16 a category, 17 to 21 a file. Their scenarios say what these people may
 * name (`seen`) and what not.
 */
export const rulesOfBody: ReadonlySet<string> = new Set(['O16', 'O17', 'O18', 'O19', 'O20', 'O21']);

const isAllowed = (cell: string) => cell !== '401' && cell !== '403';

export function allowedTypes({ cells }: Row): UserType[] {
  return userTypes.filter((type) => isAllowed(cells[type]));
}

export function forbiddenTypes({ cells }: Row): UserType[] {
  return userTypes.filter((type) => cells[type] === '403');
}

/** The repository's copy of the table, with its header. */
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

// Fields with a comma stand in quotes, a quote among them is doubled; no field has a line break.
function fieldsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

/** Each call of the contract with its row. */
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

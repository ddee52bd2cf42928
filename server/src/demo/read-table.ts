import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';

interface Row {
  readonly record: unknown;
  readonly info: { readonly lines: number };
}

/**
 * Reads a CSV file separated by semicolons, with one header line. An empty cell is `undefined`.
 * @throws Error with the file and the line when a row does not match the schema
 */
export function readTable<T>(file: string, schema: z.ZodType<T>): T[] {
  return parseRows(file).map(({ record, info }) => {
    const { data, error } = schema.safeParse(record);
    if (error === undefined) return data as T;
    throw new Error(`${file}, line ${info.lines}: ${error.issues.map(reasonOf).join(', ')}`);
  });
}

type Filled<T, Column extends keyof T> = Omit<T, Column> & { [Name in Column]: NonNullable<T[Name]> };

/** A row with the columns of an import, as its `readLine` reads it, and a value in those that are needed. */
export function importedRow<T, Column extends keyof T & string = never>(
  readLine: (record: unknown) => T | string,
  ...needed: Column[]
) {
  return z.unknown().transform((record, context): Filled<T, Column> => {
    const read = readLine(record);
    const problem = typeof read === 'string' ? read : needed.find((name) => read[name] === null);
    if (problem === undefined) return read as Filled<T, Column>;
    context.addIssue(problem);
    return z.NEVER;
  });
}

function reasonOf(issue: z.core.$ZodIssue): string {
  const columns = issue.code === 'unrecognized_keys' ? issue.keys : issue.path;
  return [...columns, issue.message].join(': ');
}

function parseRows(file: string): Row[] {
  try {
    return parse(readFileSync(file), {
      cast: (cell) => cell || undefined,
      columns: true,
      delimiter: ';',
      info: true,
    });
  } catch (error) {
    // The parser's message contains the line.
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

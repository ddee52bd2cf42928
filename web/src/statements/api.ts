import { statementEndpoints } from '@amasin/domain/statements/endpoints.ts';
import type { StatementMonth } from '@amasin/domain/statements/statement.ts';
import { useQuery } from '@tanstack/react-query';
import { call, callFile } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';
import { saveFile } from '../ui/download.tsx';

/**
 * The months of a partner or a pharmacy, the latest first.
 * @param holder whose, for a super administrator; otherwise the signed-in person's
 */
export function useStatements(holder?: string) {
  return useQuery({
    queryKey: keys.statements.list({ holder }),
    queryFn: async ({ signal }) =>
      (await call(statementEndpoints.listStatements, { query: { id: holder } }, { signal })).months,
    refetchOnWindowFocus: 'always',
  });
}

const endpoints = {
  pdf: statementEndpoints.printStatement,
  csv: statementEndpoints.exportStatement,
} as const;

export type StatementFormat = keyof typeof endpoints;

/** Downloads a statement. @returns the name of the file */
export async function saveStatement(
  { month, provisional }: StatementMonth,
  format: StatementFormat,
  holder?: string,
) {
  const contents = await callFile(endpoints[format], { params: { month }, query: { id: holder } });
  const name = `releve-${month}${provisional ? '-provisoire' : ''}.${format}`;
  saveFile(contents, name);
  return name;
}

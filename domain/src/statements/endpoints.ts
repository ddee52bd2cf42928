import { z } from 'zod';
import { payeeTypes } from '../benefits/payee.ts';
import { endpointsTagged, fileContents } from '../contract/endpoint.ts';
import { paging, total } from '../contract/paging.ts';
import { id } from '../contract/text.ts';
import { month, statementHolder, statementLine, statementMonth } from './statement.ts';

const endpoint = endpointsTagged('Relevés');

const allow = [...payeeTypes, 'superAdmin'] as const;
// Payees always get their own statements, so an invalid id must not fail the request.
const holder = { id: id.optional().catch(undefined) };
const query = z.object(holder);
const params = z.object({ month });

export const statementEndpoints = {
  listStatements: endpoint('GET', '/statements', {
    summary: 'Les 24 derniers mois où il y a quelque chose, les plus récents d’abord',
    allow,
    query,
    responses: { 200: z.object({ holder: statementHolder, months: z.array(statementMonth) }) },
  }),
  readStatement: endpoint('GET', '/statements/{month}', {
    summary: 'Un relevé, ses lignes dans l’ordre où elles ont été écrites',
    allow,
    params,
    query: z.object({ ...holder, ...paging }),
    responses: {
      200: z.object({
        holder: statementHolder,
        statement: statementMonth,
        lines: z.array(statementLine),
        total,
      }),
    },
  }),
  exportStatement: endpoint('GET', '/statements/{month}/csv', {
    summary: 'Un relevé en CSV, entier',
    allow,
    download: true,
    params,
    query,
    responses: { 200: fileContents('Le fichier CSV.') },
  }),
  printStatement: endpoint('GET', '/statements/{month}/pdf', {
    summary: 'Un relevé en PDF',
    allow,
    download: true,
    params,
    query,
    responses: { 200: fileContents('Le fichier PDF.') },
  }),
};

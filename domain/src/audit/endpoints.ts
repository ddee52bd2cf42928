import { z } from 'zod';
import { endpointsTagged, fileContents } from '../contract/endpoint.ts';
import { auditExportFilters, auditFilters, auditLine, fileReader } from './entry.ts';

const endpoint = endpointsTagged('Journal');

export const auditEndpoints = {
  listAudit: endpoint('GET', '/audit', {
    summary:
      'Le journal : qui a changé, lu ou ouvert quoi ; le plus récent d’abord, cinquante lignes à la fois',
    allow: ['superAdmin'],
    query: auditFilters,
    responses: {
      200: z.object({
        lines: z.array(auditLine),
        /** Null on the last page. */
        next: z.string().nullable(),
        /** The names of the people whom the filters give by id. */
        named: z.object({ actor: z.string().nullable(), customer: z.string().nullable() }),
      }),
    },
  }),
  exportAudit: endpoint('GET', '/audit/export', {
    summary: 'Les lignes du journal en CSV ; 10 000 au plus',
    allow: ['superAdmin'],
    download: true,
    query: auditExportFilters,
    responses: { 200: fileContents('Le fichier CSV.') },
  }),
  listOwnAudit: endpoint('GET', '/audit/mine', {
    summary: 'Qui a vu mon dossier, par jour ; les 200 dernières lignes d’une année',
    allow: ['customer'],
    responses: {
      200: z.object({ days: z.array(z.object({ day: z.iso.date(), readers: z.array(fileReader) })) }),
    },
  }),
};

import { auditEndpoints } from '@amasin/domain/audit/endpoints.ts';
import { csvFile } from '../routing/csv.ts';
import { type HandlersOf, handler, ok } from '../routing/handlers.ts';
import { exportJournal, journalColumns, listJournal } from './read-journal.ts';
import { listOwnReaders } from './read-own.ts';

export const auditHandlers: HandlersOf<typeof auditEndpoints> = {
  listAudit: handler(auditEndpoints.listAudit, {
    handle: async (ctx, { query }) => ok(await listJournal(ctx, query)),
  }),
  exportAudit: handler(auditEndpoints.exportAudit, {
    limit: 'exportsPerMinute',
    handle: async (ctx, { query }) =>
      csvFile(ctx, 'journal', journalColumns, await exportJournal(ctx, query)),
  }),
  listOwnAudit: handler(auditEndpoints.listOwnAudit, {
    handle: async (ctx) => ok(await listOwnReaders(ctx)),
  }),
};

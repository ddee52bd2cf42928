import type { AuditAction } from '@amasin/domain/audit/actions.ts';
import type { Log } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { UserRow } from '../../database/schema/users.ts';
import { aboutAccount } from './about-account.ts';
import { logSecurity } from './log-security.ts';
import { type Recorder, record } from './record.ts';

/** Records what a person did to their own account, and writes it to the log. */
export async function recordOwn(
  { clock, log }: Pick<Recorder, 'clock'> & { readonly log: Log },
  tx: Database,
  account: Pick<UserRow, 'id' | 'type'>,
  action: AuditAction,
): Promise<void> {
  const { id, type } = account;
  await record({ clock, actor: { _id: id, type } }, tx, { action, ...aboutAccount(account) });
  logSecurity(log, { event: action, user: id, type });
}

import { receivesMessages } from '@amasin/domain/users/phone-number.ts';
import type { SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { seal } from './seal.ts';

interface Message {
  readonly to: string;
  readonly text: string;
  /** Sent only if, when its turn comes, the number is that of an account which may be recovered by it. */
  readonly toAccountsOnly?: boolean;
}

/** Has a message sent once this transaction is over, and only if it succeeds. Numbers that receive none get none. */
export async function sendSms(
  { jobs, linkSecret }: Pick<SystemCtx, 'jobs' | 'linkSecret'>,
  tx: Database,
  { to, text, toAccountsOnly = false }: Message,
): Promise<void> {
  if (!receivesMessages(to)) return;
  await jobs.add(tx, 'send-sms', { to, sealed: seal(text, linkSecret), toAccountsOnly });
}

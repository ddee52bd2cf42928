import { receivesMessages } from '@amasin/domain/users/phone-number.ts';
import type { SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { seal } from './seal.ts';

interface Message {
  readonly to: string;
  readonly text: string;
  /** Sends only if the number belongs to a recoverable account at delivery time. */
  readonly toAccountsOnly?: boolean;
}

/** Enqueues a message in this transaction. Numbers that cannot receive messages are skipped. */
export async function sendSms(
  { jobs, linkSecret }: Pick<SystemCtx, 'jobs' | 'linkSecret'>,
  tx: Database,
  { to, text, toAccountsOnly = false }: Message,
): Promise<void> {
  if (!receivesMessages(to)) return;
  await jobs.add(tx, 'send-sms', { to, sealed: seal(text, linkSecret), toAccountsOnly });
}

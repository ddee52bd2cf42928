import { randomUUID } from 'node:crypto';
import type { Clock } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { SIGNATURE_HEADER, signEvent } from './provider.ts';
import { changeSandboxTransaction, findSandboxTransaction } from './queries.ts';

/** The ways a provider behaves (WIRE.md), to be tried by hand, by a test and by a script. */
export const behaviours = [
  'approve',
  'decline',
  'approve-late',
  'approve-twice',
  'wrong-amount',
  'silent',
] as const;

export type Behaviour = (typeof behaviours)[number];

export interface SandboxBooks {
  readonly db: Database;
  readonly clock: Clock;
  readonly secret: string;
  /** How long a late approval takes, ms. */
  readonly lateMs: number;
  /** Calls our webhook with a signed body, as a real provider would over the network. */
  readonly deliver: (rawBody: string, headers: Record<string, string>) => Promise<void>;
}

/**
 * Makes the provider behave so for a transaction: its books change, then it calls our webhook, or not.
 * @returns null for an unknown transaction, else what the portal's page should show
 */
export async function behave(
  books: SandboxBooks,
  transactionId: string,
  behaviour: Behaviour,
): Promise<'paid' | 'declined' | 'processing' | null> {
  const { db, clock } = books;
  const settlesAt = new Date(clock.now().getTime() + (behaviour === 'approve-late' ? books.lateMs : 0));
  const row = await findSandboxTransaction(db, transactionId);
  if (row === null) return null;
  const amount = behaviour === 'wrong-amount' ? Math.max(1, Math.floor(row.amount / 2)) : row.amount;
  const change =
    behaviour === 'decline' ? { status: 'declined' } : { status: 'paid', paidAmount: amount, settlesAt };
  await changeSandboxTransaction(db, transactionId, change);

  const event = { transactionId, status: behaviour === 'decline' ? 'failed' : 'paid', amount };
  if (behaviour === 'silent') return 'processing';
  if (behaviour === 'approve-late') {
    // The books know the hour: should the server have stopped by then, the repeated job still finds the money.
    setTimeout(() => call(books, event).catch(() => {}), books.lateMs).unref();
    return 'processing';
  }
  await call(books, event);
  if (behaviour === 'approve-twice') await call(books, event);
  return behaviour === 'decline' ? 'declined' : 'paid';
}

async function call(
  { deliver, secret, clock }: SandboxBooks,
  event: { transactionId: string; status: string; amount: number },
): Promise<void> {
  const isPaid = event.status === 'paid';
  const rawBody = JSON.stringify({
    eventId: randomUUID(),
    transactionId: event.transactionId,
    status: event.status,
    amount: isPaid ? event.amount : null,
    currency: isPaid ? 'XOF' : null,
    reference: isPaid ? `SBX-${event.transactionId}` : null,
  });
  await deliver(rawBody, {
    'content-type': 'application/json',
    [SIGNATURE_HEADER]: signEvent(rawBody, secret, clock.now()),
  });
}

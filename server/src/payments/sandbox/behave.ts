import { randomUUID } from 'node:crypto';
import type { Clock } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { signCall } from '../providers/signed-calls.ts';
import { SIGNATURE_HEADER } from './provider.ts';
import { findSandboxTransaction, updateSandboxTransaction } from './queries.ts';

/** The provider behaviours that can be simulated, by hand or in tests. */
export const behaviours = [
  'approve',
  'decline',
  'approve-late',
  'approve-twice',
  'wrong-amount',
  'silent',
] as const;

export type Behaviour = (typeof behaviours)[number];

export interface SandboxContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly secret: string;
  /** Delay of a late approval, ms. */
  readonly lateMs: number;
  /** Calls our webhook with a signed body, as a real provider does over the network. */
  readonly deliver: (rawBody: string, headers: Record<string, string>) => Promise<void>;
}

/**
 * Simulates a behaviour for a transaction: updates the provider's own row, then calls our webhook unless `silent`.
 * @returns the outcome that the portal page shows; null for an unknown transaction
 */
export async function behave(
  sandbox: SandboxContext,
  transactionId: string,
  behaviour: Behaviour,
): Promise<'paid' | 'declined' | 'processing' | null> {
  const { db, clock } = sandbox;
  const settlesAt = new Date(clock.now().getTime() + (behaviour === 'approve-late' ? sandbox.lateMs : 0));
  const row = await findSandboxTransaction(db, transactionId);
  if (row === null) return null;
  const amount = behaviour === 'wrong-amount' ? Math.max(1, Math.floor(row.amount / 2)) : row.amount;
  const change =
    behaviour === 'decline' ? { status: 'declined' } : { status: 'paid', paidAmount: amount, settlesAt };
  await updateSandboxTransaction(db, transactionId, change);

  const event = { transactionId, status: behaviour === 'decline' ? 'failed' : 'paid', amount };
  if (behaviour === 'silent') return 'processing';
  if (behaviour === 'approve-late') {
    // The row stores the time: if the server stops before, the repeated job still finds the payment paid.
    setTimeout(() => call(sandbox, event).catch(() => {}), sandbox.lateMs).unref();
    return 'processing';
  }
  await call(sandbox, event);
  if (behaviour === 'approve-twice') await call(sandbox, event);
  return behaviour === 'decline' ? 'declined' : 'paid';
}

async function call(
  { deliver, secret, clock }: SandboxContext,
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
    [SIGNATURE_HEADER]: signCall(rawBody, secret, clock.now()),
  });
}

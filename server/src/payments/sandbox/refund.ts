import type { Database } from '../../database/database.ts';
import type { RefundRequest, RefundStatus } from '../../ports/payment-provider.ts';
import {
  completeSandboxRefund,
  findSandboxRefund,
  findSandboxTransaction,
  insertSandboxRefund,
  type SandboxRefund,
} from './queries.ts';

/** How the sandbox can behave when it is asked for the refund of a transaction. */
export const refundBehaviours = [
  'approve',
  /** Pending for two minutes. */
  'slow',
  /** Refused, until it is asked for again. */
  'decline',
  /** Done, but the first call gets no response. */
  'silent',
  /** Unreachable: not done. */
  'error',
] as const;

export type RefundBehaviour = (typeof refundBehaviours)[number];

const SLOW_MS = 2 * 60_000;

/** The embedded provider's own side of a refund: one row per id, however often it is asked for. */
export async function refundInSandbox(
  db: Database,
  { refundId, transactionId, reference, amount }: RefundRequest,
  now: Date,
): Promise<RefundStatus> {
  const transaction = await findSandboxTransaction(db, transactionId);
  if (transaction === null) return { state: 'failed', reference: null };
  const behaviour = transaction.refundBehaviour as RefundBehaviour;
  if (behaviour === 'error') throw new Error('the sandbox is unreachable');
  const earlier = await findSandboxRefund(db, refundId);
  const row = await insertSandboxRefund(db, {
    refundId,
    transactionId,
    reference,
    amount,
    status: behaviour === 'decline' ? 'failed' : 'done',
    settlesAt: behaviour === 'slow' ? new Date(now.getTime() + SLOW_MS) : now,
  });
  if (behaviour === 'silent' && earlier === null) throw new Error('no response of the sandbox');
  if (row.status !== 'failed' || behaviour === 'decline') return refundStatusOf(row, now);
  await completeSandboxRefund(db, refundId);
  return refundStatusOf({ ...row, status: 'done' }, now);
}

/** A slow refund is done from `settlesAt` on. */
export function refundStatusOf(row: SandboxRefund, now: Date): RefundStatus {
  if (row.status === 'failed') return { state: 'failed', reference: null };
  if (row.settlesAt > now) return { state: 'pending', reference: null };
  return { state: 'done', reference: `SBX-R-${row.refundId}` };
}

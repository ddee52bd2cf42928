import { randomBytes, randomUUID } from 'node:crypto';
import type { PaymentReport } from '@amasin/domain/payments/lifecycle.ts';
import { maskPhone, operatorLabels, operators } from '@amasin/domain/payments/operators.ts';
import { z } from 'zod';
import type { Clock } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type {
  PaymentProvider,
  Payouts,
  ProviderStatus,
  RefundRequest,
  RefundStatus,
} from '../../ports/payment-provider.ts';
import { isSignedCall, pending, readJson, signCall } from './call.ts';
import {
  completeSandboxRefund,
  findSandboxRefund,
  findSandboxTransaction,
  insertSandboxRefund,
  insertSandboxTransaction,
  type SandboxRefund,
  type SandboxTransaction,
  updateSandboxTransaction,
} from './sandbox-queries.ts';

interface SandboxOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly secret: string;
  /** The customer chooses her operator before its page. */
  readonly hasOperators?: boolean;
}

/** Its calls are signed like those of the aggregators of Cotonou (`signCall`). */
export const SIGNATURE_HEADER = 'x-sandbox-signature';

const name = z.string().regex(/^[\x21-\x7e]{1,100}$/);

const sandboxEvent = z.object({
  eventId: name,
  transactionId: name,
  status: z.enum(['paid', 'failed', 'cancelled']),
  amount: z.int().nullable(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable(),
  reference: name.nullable(),
});

/** Makes the embedded payment provider, for demo mode only: it stores its own transactions, like a real one. */
export function sandboxProvider({
  db,
  clock,
  secret,
  hasOperators = false,
}: SandboxOptions): PaymentProvider {
  return {
    name: 'sandbox',
    label: 'Démonstration',
    operators: hasOperators ? operators : [],
    portalOrigins: [],

    async openPortal({ transactionId, amount, message: bought, expiresAt, operator, payingPhone }) {
      const chosen = operator && payingPhone && `${operatorLabels[operator]} ${maskPhone(payingPhone)}`;
      const message = chosen ? `${bought} · ${chosen}` : bought;
      const token = randomBytes(24).toString('base64url');
      await insertSandboxTransaction(db, { transactionId, token, amount, message, expiresAt });
      return {
        url: '/sandbox-pay',
        token,
        clientId: 'amasin-demo',
        productId: 'commande',
        message,
        minAmount: amount,
      };
    },

    async ask(transactionId) {
      const row = await findSandboxTransaction(db, transactionId);
      return row === null ? pending : statusOf(row, clock.now());
    },

    payouts: sandboxPayouts,

    refundsInPart: true,

    refund: (request) => refundInSandbox(db, request, clock.now()),

    async askRefund(refundId) {
      const row = await findSandboxRefund(db, refundId);
      return row === null ? null : refundStatusOf(row, clock.now());
    },

    readEvent(rawBody, headers) {
      if (!isSignedCall(rawBody, headers[SIGNATURE_HEADER], [secret], clock.now())) return null;
      const event = sandboxEvent.safeParse(readJson(rawBody));
      if (!event.success) return 'unreadable';
      const { status, ...rest } = event.data;
      return { ...rest, report: status };
    },
  };
}

/** Returns the status that the provider reports for a transaction; a late approval counts from `settlesAt` on. */
function statusOf(row: SandboxTransaction, now: Date): ProviderStatus {
  if (row.status === 'paid' && (row.settlesAt === null || row.settlesAt <= now)) {
    return paid(row.transactionId, row.paidAmount ?? row.amount);
  }
  if (row.status === 'declined') return { ...pending, report: 'failed' satisfies PaymentReport };
  return pending;
}

function paid(transactionId: string, amount: number): ProviderStatus {
  return { report: 'paid', amount, currency: 'XOF', reference: `SBX-${transactionId}` };
}

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

/** Calls our webhook with a signed event. */
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

/** The sandbox behaves in one of these ways when it is asked for the refund of a transaction. */
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

/** Refunds on the embedded provider's own side: one row per id, however often it is asked for. */
async function refundInSandbox(
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
function refundStatusOf(row: SandboxRefund, now: Date): RefundStatus {
  if (row.status === 'failed') return { state: 'failed', reference: null };
  if (row.settlesAt > now) return { state: 'pending', reference: null };
  return { state: 'done', reference: `SBX-R-${row.refundId}` };
}

/**
 * Makes the payouts of the embedded provider at once, refuses a number that ends in 99, and leaves one that ends in 98 pending. It stores
 * nothing: the answer is the same however often it is asked.
 */
const sandboxPayouts: Payouts = {
  operators,
  maxAmount: 1_000_000,
  maxADay: 3,
  made: () => Promise.resolve(new Map()),
  prepare: ({ payoutId }) => Promise.resolve(`SBX-P-${payoutId}`),
  send: (_id, { phone }) => {
    if (phone.endsWith('99')) return Promise.resolve({ state: 'failed', reason: 'Compte inconnu' });
    return Promise.resolve({ state: phone.endsWith('98') ? 'pending' : 'done', reason: null });
  },
};

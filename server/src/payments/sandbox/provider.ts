import { randomBytes } from 'node:crypto';
import type { PaymentReport } from '@amasin/domain/payments/lifecycle.ts';
import { maskPhone, operatorLabels, operators } from '@amasin/domain/payments/operators.ts';
import { z } from 'zod';
import type { Clock } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { PaymentProvider, ProviderStatus } from '../../ports/payment-provider.ts';
import { isSignedCall } from '../providers/signed-calls.ts';
import { sandboxPayouts } from './payouts.ts';
import {
  findSandboxRefund,
  findSandboxTransaction,
  insertSandboxTransaction,
  type SandboxTransaction,
} from './queries.ts';
import { refundInSandbox, refundStatusOf } from './refund.ts';

export interface SandboxOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly secret: string;
  /** The customer chooses her operator before its page. */
  readonly hasOperators?: boolean;
}

/** Signed as by the aggregators of Cotonou (`signCall`). */
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

/** The embedded payment provider, for demo mode only: it stores its own transactions, like a real one. */
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
      return row === null ? unknown : statusOf(row, clock.now());
    },

    payouts: sandboxPayouts,

    refund: (request) => refundInSandbox(db, request, clock.now()),

    async askRefund(refundId) {
      const row = await findSandboxRefund(db, refundId);
      return row === null ? null : refundStatusOf(row, clock.now());
    },

    readEvent(rawBody, headers) {
      if (!isSignedCall(rawBody, headers[SIGNATURE_HEADER], secret, clock.now())) return null;
      const event = sandboxEvent.safeParse(parseJson(rawBody));
      if (!event.success) return 'unreadable';
      const { status, ...rest } = event.data;
      return { ...rest, report: status };
    },
  };
}

const unknown: ProviderStatus = { report: 'pending', amount: null, currency: null, reference: null };

/** The status that the provider reports for a transaction; a late approval counts from `settlesAt` on. */
export function statusOf(row: SandboxTransaction, now: Date): ProviderStatus {
  if (row.status === 'paid' && (row.settlesAt === null || row.settlesAt <= now)) {
    return paid(row.transactionId, row.paidAmount ?? row.amount);
  }
  if (row.status === 'declined') return { ...unknown, report: 'failed' satisfies PaymentReport };
  return unknown;
}

function paid(transactionId: string, amount: number): ProviderStatus {
  return { report: 'paid', amount, currency: 'XOF', reference: `SBX-${transactionId}` };
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString());
  } catch {
    return undefined;
  }
}

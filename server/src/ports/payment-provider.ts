import type { IncomingHttpHeaders } from 'node:http';
import type { Fcfa } from '@amasin/domain/contract/money.ts';
import type { PaymentReport } from '@amasin/domain/payments/lifecycle.ts';
import type { Operator } from '@amasin/domain/payments/operators.ts';
import type { Portal } from '@amasin/domain/payments/payment.ts';

export interface PortalRequest {
  readonly transactionId: string;
  readonly amount: Fcfa;
  readonly message: string;
  readonly expiresAt: Date;
  /** The page of ours from which the customer pays, and to which the provider's own page returns, with its query. */
  readonly returnPath: string;
  /** The operator to ask, with the number that pays; a provider that cannot opens its page. */
  readonly operator: Operator | null;
  readonly payingPhone: string | null;
  /**
   * Stores the provider's own id of a transaction that is made before its page, and before anyone can pay it: an opening that fails or
   * takes too long afterwards leaves a payment that can still be asked for.
   */
  readonly onCreated?: (providerTransactionId: string) => Promise<void>;
}

export interface OpenedPortal extends Portal {
  /** The provider's own id of the transaction, when it is known at this point. */
  readonly providerTransactionId?: string;
}

/** The provider's report of a transaction. `pending`: not known yet. Amount in whole units of `currency`. */
export interface ProviderStatus {
  readonly report: PaymentReport | 'pending';
  readonly amount: number | null;
  readonly currency: string | null;
  /** The provider's own reference, once there is one. */
  readonly reference: string | null;
  /** A part of the `paid` money was paid back at the provider, which does not say how much. */
  readonly isPartlyReturned?: boolean;
}

/** A call of the provider whose signature is verified. */
interface ProviderEvent extends ProviderStatus {
  readonly eventId: string;
  readonly transactionId: string;
}

/** Money to pay back. */
export interface RefundRequest {
  /** Our id of the refund. */
  readonly refundId: string;
  readonly transactionId: string;
  /** The provider's own reference of the money received. */
  readonly reference: string;
  readonly amount: Fcfa;
}

/** The provider's answer about a refund. */
export interface RefundStatus {
  readonly state: 'done' | 'pending' | 'failed';
  /** The provider's own reference of the refund, once there is one. */
  readonly reference: string | null;
}

/** Money to pay to somebody's telephone. */
export interface PayoutRequest {
  /** Our number of the payout, or of the refund that it makes. */
  readonly payoutId: string;
  readonly amount: Fcfa;
  readonly operator: Operator;
  /** `+22901` and 8 digits. */
  readonly phone: string;
  readonly name: string;
  readonly askedAt: Date;
}

export interface PayoutStatus {
  readonly state: 'done' | 'pending' | 'failed';
  /** The provider's reason of a failure; null when it gave none. */
  readonly reason: string | null;
}

type FailedPayout = PayoutStatus & { readonly state: 'failed' };

/** Payouts in two steps, so that one whose answer is lost is never made twice. */
export interface Payouts {
  readonly operators: readonly Operator[];
  /** The most for one payout, and how many a telephone may get in 24 hours. */
  readonly maxAmount: Fcfa;
  readonly maxADay: number;
  /** Asks what can be paid out now, FCFA; a provider without it does not say. */
  usable?(): Promise<Fcfa>;
  /**
   * The provider's ids of the payouts that were made since then, by our numbers. Asked before one is made: its answer may have been lost,
   * or the database restored.
   */
  made(since: Date): Promise<ReadonlyMap<string, string>>;
  /**
   * Makes a payout that moves no money.
   * @returns the provider's id of it, which is stored before `send`; or a failure when the provider refuses to make it
   */
  prepare(request: PayoutRequest): Promise<string | FailedPayout>;
  /** Sends a prepared payout, or says what became of it when it is sent already. */
  send(providerPayoutId: string, request: PayoutRequest): Promise<PayoutStatus>;
}

/** Money that moved, as the provider has booked it. */
export interface BookedMoney {
  readonly kind: 'payment' | 'payout';
  /** The provider's own id. */
  readonly id: string;
  /** Our transaction id, or our number of the payout; null when it has none. */
  readonly ours: string | null;
  readonly amount: number | null;
  /** `partly`: paid, and a part of it paid back. */
  readonly state: 'paid' | 'partly' | 'refunded' | 'sending';
  readonly at: Date | null;
}

/** A verified call of the provider that only names a transaction: its status has to be requested. */
export interface ProviderHint {
  readonly isHint: true;
  /** Ours, when the call has it. */
  readonly transactionId: string | null;
  readonly providerTransactionId: string;
}

/**
 * A mobile-money provider. Every call may throw when the provider is down. Never called inside a transaction.
 */
export interface PaymentProvider {
  /** Used in the path of its webhook. */
  readonly name: string;
  /** Its name for people. */
  readonly label: string;
  /** The operators whose request it can send to a telephone; without them the customer chooses in its page or frame. */
  readonly operators?: readonly Operator[];
  /** Its own page or frame starts with the number that pays. */
  readonly takesPhone?: boolean;
  /** Origins that its portal is framed from, for the content security policy; empty for our own origin. */
  readonly portalOrigins: readonly string[];
  /** The browser reports the provider's own id of the transaction; `ask` then checks that it belongs to the payment. */
  readonly isNamedByBrowser?: boolean;
  openPortal(request: PortalRequest): Promise<OpenedPortal>;
  /**
   * @param providerTransactionId the provider's own id, once it is known; a transaction of another payment is `pending`
   * @param openedAt when the payment was opened, for a provider that looks for ours without its own id
   */
  ask(transactionId: string, providerTransactionId?: string | null, openedAt?: Date): Promise<ProviderStatus>;
  /**
   * Pays money back. May be called again with the same `refundId` after an error, `pending` or `failed`: all its calls together pay
   * back at most once. A provider without it is refunded by hand, in its own dashboard.
   */
  refund?(request: RefundRequest): Promise<RefundStatus>;
  /** It pays back a part of a payment too, several times until all is paid back; otherwise only the whole. */
  readonly refundsInPart?: boolean;
  /** Asks for the status of a refund, before it is sent; null when the provider has none under our id. */
  askRefund?(refundId: string): Promise<RefundStatus | null>;
  /**
   * Lists what the provider has booked since then, under whatever reference and in any order: an operator compares it with our book.
   * A provider without it is compared in its dashboard.
   */
  list?(since: Date): AsyncIterable<BookedMoney>;
  /** Only a provider that can pay out has these. */
  readonly payouts?: Payouts;
  /**
   * Parses a webhook call. References are printable ASCII of at most 100 characters, and a currency is three
   * capital letters.
   * @returns null when the signature or its time window is invalid, `unreadable` when the content is
   */
  readEvent(
    rawBody: Buffer,
    headers: IncomingHttpHeaders,
  ): ProviderEvent | ProviderHint | 'unreadable' | null;
}

import type { IncomingHttpHeaders } from 'node:http';
import type { Fcfa } from '@amasin/domain/contract/money.ts';
import type { PaymentReport } from '@amasin/domain/payments/lifecycle.ts';
import type { Portal } from '@amasin/domain/payments/payment.ts';

export interface PortalRequest {
  readonly transactionId: string;
  readonly amount: Fcfa;
  readonly message: string;
  readonly expiresAt: Date;
}

/** What a provider says of a transaction. `pending`: it does not know yet. Amount in whole units of `currency`. */
export interface ProviderStatus {
  readonly report: PaymentReport | 'pending';
  readonly amount: number | null;
  readonly currency: string | null;
  /** The provider's own name for the money, once there is some. */
  readonly reference: string | null;
}

/** A signed call of the provider, its signature already verified. */
export interface ProviderEvent extends ProviderStatus {
  readonly eventId: string;
  readonly transactionId: string;
}

/** A mobile-money provider. Every call may throw: the provider is away. Never called inside a transaction. */
export interface PaymentProvider {
  /** Its name in the path of its webhook. */
  readonly name: string;
  /** Origins that its portal is framed from, for the content security policy; none for our own origin. */
  readonly portalOrigins: readonly string[];
  openPortal(request: PortalRequest): Promise<Portal>;
  ask(transactionId: string): Promise<ProviderStatus>;
  /**
   * The event in a webhook call; null where signature or time window do not hold; `unreadable` where they do and the rest
   * makes no sense: names are printable ASCII of at most 100 characters, a currency is three capital letters.
   */
  readEvent(rawBody: Buffer, headers: IncomingHttpHeaders): ProviderEvent | 'unreadable' | null;
}

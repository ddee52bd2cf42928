import type { OpenedPayment } from './api.ts';

/** The URL of the provider's page, with the parameters that it expects. */
export function portalUrl({ portal, transactionId }: OpenedPayment, page: string): URL {
  const url = new URL(portal.url, page);
  const { token, clientId, productId, message, minAmount } = portal;
  const parameters = { token, clientId, productId, message, transactionId, minAmount: String(minAmount) };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

/**
 * Whether a message is a success of the portal, from that frame and the portal's origin. It is only a hint to check with
 * the server.
 */
export function saysPaid(message: MessageEvent, frame: Window | null | undefined, origin: string): boolean {
  if (!frame || message.source !== frame || message.origin !== origin) return false;
  const { data } = message;
  return typeof data === 'object' && data !== null && data.paymentStatus === 'success';
}

import type { OpenedPayment } from '../api.ts';

/** What KKiaPay’s own script sends to its frame once it is loaded; our id is in `partnerId` and in `data`. */
export function initMessage({ transactionId, amount, portal }: OpenedPayment, host: string) {
  return {
    name: 'INIT_WIDGET',
    data: {
      amount,
      key: portal.clientId,
      sandbox: portal.isTest === true,
      partnerId: transactionId,
      data: transactionId,
      reason: portal.message,
      position: 'center',
      host,
      serviceId: 'INTEGRATION',
      ...(portal.phone !== undefined && { phone: portal.phone }),
    },
  };
}

export type WidgetNews =
  /** A transaction that the server has to check. */
  { is: 'named'; providerTransactionId: string; isPaid: boolean } | { is: 'closed' };

/** What a message of the frame says; null for a message of another window, another origin, or about nothing. */
export function readWidgetMessage(
  message: MessageEvent,
  frame: Window | null | undefined,
  origin: string,
): WidgetNews | null {
  if (!frame || message.source !== frame || message.origin !== origin) return null;
  const { name, data } = (message.data ?? {}) as { name?: unknown; data?: unknown };
  if (name === 'CLOSE_WIDGET') return { is: 'closed' };
  const isPaid = name === 'PAYMENT_SUCCESS';
  if (!isPaid && name !== 'PENDING_PAYMENT' && name !== 'PAYMENT_FAILED') return null;
  const id = (data as { transactionId?: unknown } | null | undefined)?.transactionId;
  if (typeof id !== 'string' || !/^[\x21-\x7e]{1,100}$/.test(id)) return null;
  return { is: 'named', providerTransactionId: id, isPaid };
}

import type { PaymentProvider } from '../ports/payment-provider.ts';

const refuse = () => Promise.reject(new Error('PAYMENT_PROVIDER is none: payments are disabled'));

/** The provider for PAYMENT_PROVIDER=none: payments fail with 503 PAYMENT_SERVICE_ERROR, and nothing is charged. */
export const noPayments: PaymentProvider = {
  name: 'none',
  label: 'Aucun',
  portalOrigins: [],
  openPortal: refuse,
  ask: refuse,
  refund: refuse,
  readEvent: () => null,
};

import type { PaymentProvider } from '../ports/payment-provider.ts';

const refuse = () => Promise.reject(new Error('PAYMENT_PROVIDER is none: no payment can be taken'));

/** No provider at all: every payment is refused with « Payment service error », and nothing is charged. */
export const noPayments: PaymentProvider = {
  name: 'none',
  portalOrigins: [],
  openPortal: refuse,
  ask: refuse,
  readEvent: () => null,
};

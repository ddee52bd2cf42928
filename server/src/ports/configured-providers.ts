import type { PaymentProvider } from './payment-provider.ts';

interface Configured {
  readonly payments: PaymentProvider;
  readonly otherPayments: readonly PaymentProvider[];
}

/** The configured provider with this name; null for one that is no longer configured. */
export function providerOf(ctx: Configured, name: string): PaymentProvider | null {
  return providersOf(ctx).find((one) => one.name === name) ?? null;
}

export const providersOf = ({ payments, otherPayments }: Configured): readonly PaymentProvider[] => [
  payments,
  ...otherPayments,
];

import { benefitEndpoints } from '@amasin/domain/benefits/endpoints.ts';
import type { Operator } from '@amasin/domain/payments/operators.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { keys } from '../../lib/keys.ts';

/** Payouts that the provider has not made, or has refused. */
export function useOpenPayouts() {
  return useQuery({
    queryKey: keys.benefits.payouts,
    queryFn: async ({ signal }) => (await call(benefitEndpoints.listPayouts, {}, { signal })).payouts,
  });
}

export const retryPayout = (id: string) => call(benefitEndpoints.retryPayout, { params: { id } });

export const settlePayout = (id: string, note: string) =>
  call(benefitEndpoints.settlePayout, { params: { id }, body: { note } });

export const setPayoutAccount = (body: { operator: Operator; phone: string; currentPassword: string }) =>
  call(benefitEndpoints.setPayoutAccount, { body });

import type { Earnings, PlatformBenefits } from '@amasin/domain/benefits/benefit.ts';
import { benefitEndpoints } from '@amasin/domain/benefits/endpoints.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../lib/api/call.ts';
import { invalidate, keys } from '../lib/api/keys.ts';
import { toast } from '../lib/toast/toast.tsx';
import { newAttempt } from './attempt.ts';

/** The shares of the platform and of every partner, FCFA. */
export function usePlatformBenefits() {
  return useQuery({
    queryKey: keys.benefits.platform,
    queryFn: ({ signal }): Promise<PlatformBenefits> =>
      call(benefitEndpoints.readPlatformBenefits, {}, { signal }),
    refetchOnWindowFocus: 'always',
  });
}

/** The earnings of one partner, FCFA. Only a super administrator may pass an id other than their own. */
export function useEarnings(id: string) {
  return useQuery({
    queryKey: keys.benefits.partner(id),
    queryFn: ({ signal }): Promise<Earnings> =>
      call(benefitEndpoints.readPartnerBenefits, { query: { id } }, { signal }),
    refetchOnWindowFocus: 'always',
  });
}

export type Payout = { idPartner: string; amount: number };

/** Pays all of these partners, or none. */
export function usePayPartners(onPaid: () => void) {
  return usePayout('Paiement partenaires résussi !', onPaid, (partners: readonly Payout[], idempotencyKey) =>
    call(benefitEndpoints.payPartners, { body: { partners } }, { idempotencyKey }),
  );
}

/** Pays out part or all of the platform's share. */
export function usePaySuperAdmin(onPaid: () => void) {
  return usePayout('Paiement superadmin résussi !', onPaid, (amount: number, idempotencyKey) =>
    call(benefitEndpoints.paySuperAdmin, { body: { amount } }, { idempotencyKey }),
  );
}

/**
 * One payout, idempotent across retries. A failure is only logged (SPEC 8): the reloaded figures show what was paid.
 */
function usePayout<B>(
  successMessage: string,
  onPaid: () => void,
  send: (body: B, idempotencyKey: string) => Promise<unknown>,
) {
  const client = useQueryClient();
  const attempt = useRef(newAttempt());
  return useMutation({
    mutationFn: (body: B) => send(body, attempt.current.keyOf(body)),
    onSuccess: () => {
      attempt.current = newAttempt();
      toast.success(successMessage);
      onPaid();
    },
    onError: (error) => console.warn(error),
    onSettled: () => invalidate(client, 'benefits'),
  });
}

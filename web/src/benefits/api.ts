import type { Earnings, PlatformBenefits } from '@amasin/domain/benefits/benefit.ts';
import { benefitEndpoints } from '@amasin/domain/benefits/endpoints.ts';
import type { HandPayout, PayeeTerms, SettlementRequest } from '@amasin/domain/benefits/settlement.ts';
import type { Operator } from '@amasin/domain/payments/operators.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { call, callFile } from '../lib/call.ts';
import { countOf } from '../lib/format.ts';
import { invalidate, keys } from '../lib/keys.ts';
import { useLongList } from '../lib/lists.ts';
import { randomName } from '../lib/stored.ts';
import { toast } from '../lib/toast.tsx';
import { useChange } from '../lib/use-change.ts';

/** Creates idempotency keys: the same body gets the same key, and a different body gets a different key. */
export function newAttempt() {
  const names = new Map<string, string>();
  return {
    keyOf(body: unknown): string {
      const text = JSON.stringify(body);
      const name = names.get(text) ?? randomName();
      names.set(text, name);
      return name;
    },
  };
}

/** The shares of the platform and of every partner, FCFA. */
export function usePlatformBenefits() {
  return useQuery({
    queryKey: keys.benefits.of('platform'),
    queryFn: ({ signal }): Promise<PlatformBenefits> =>
      call(benefitEndpoints.readPlatformBenefits, {}, { signal }),
    refetchOnWindowFocus: 'always',
  });
}

/** The earnings of one partner, FCFA. Only a super administrator may pass an id other than their own. */
export function useEarnings(id: string) {
  return useQuery({
    queryKey: keys.benefits.of('partner', id),
    queryFn: ({ signal }): Promise<Earnings> =>
      call(benefitEndpoints.readPartnerBenefits, { query: { id } }, { signal }),
    refetchOnWindowFocus: 'always',
  });
}

type SharesPage = Awaited<ReturnType<typeof fetchShares>>;

const fetchShares = (page: number, signal: AbortSignal) =>
  call(benefitEndpoints.listEarnedShares, { query: { page } }, { signal });

const sharesOf = ({ earnings }: SharesPage) => earnings;

/** The earnings of the partner's prescriptions, the latest first. */
export function useEarnedShares() {
  return useLongList({ queryKey: keys.benefits.list({}), fetchPage: fetchShares, rowsOf: sharesOf });
}
/** All payouts, as CSV. */
export const fetchPayoutFile = () => callFile(benefitEndpoints.exportPayouts);

export type Payout = { idPartner: string; amount: number };

/** Pays all of these partners, or none. */
export function usePayPartners(onDone: () => void) {
  return usePayout('Paiement partenaires résussi !', onDone, (partners: readonly Payout[], idempotencyKey) =>
    call(benefitEndpoints.payPartners, { body: { partners } }, { idempotencyKey }),
  );
}

/** Pays out part or all of the platform's share. */
export function usePaySuperAdmin(onDone: () => void) {
  return usePayout('Paiement superadmin résussi !', onDone, (amount: number, idempotencyKey) =>
    call(benefitEndpoints.paySuperAdmin, { body: { amount } }, { idempotencyKey }),
  );
}

/**
 * One payout, idempotent across retries. A failure is only logged: the reloaded figures show what was paid. But when
 * another administrator paid first, the message says who, how much and when, and the payout is over; and when the provider does not
 * send that much, the message says how much it sends.
 */
function usePayout<B>(
  successMessage: string,
  onDone: () => void,
  send: (body: B, idempotencyKey: string) => Promise<unknown>,
) {
  const client = useQueryClient();
  const attempt = useRef(newAttempt());
  return useMutation({
    mutationFn: (body: B) => send(body, attempt.current.keyOf(body)),
    onSuccess: () => {
      attempt.current = newAttempt();
      toast.success(successMessage);
      onDone();
    },
    onError: (error) => {
      console.warn(error);
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'ALREADY_PAID_OUT' || code === 'PAYOUT_TOO_HIGH') toast.error(error.message);
      if (code === 'ALREADY_PAID_OUT') onDone();
    },
    onSettled: () => invalidate(client, 'benefits'),
  });
}

/** What the signed-in payee earned and is owed, FCFA. */
export function useOwnMoney() {
  return useQuery({
    queryKey: keys.benefits.of('own'),
    queryFn: ({ signal }) => call(benefitEndpoints.readOwnMoney, {}, { signal }),
    refetchOnWindowFocus: 'always',
  });
}

/** What is owed to every payee, what may be sent now, and what waits and why. */
export function useSettlement() {
  return useQuery({
    queryKey: keys.benefits.of('settlement'),
    queryFn: ({ signal }) => call(benefitEndpoints.readSettlement, {}, { signal }),
    refetchOnWindowFocus: 'always',
  });
}

/** Where all the money is, FCFA. */
export function useMoney() {
  return useQuery({
    queryKey: keys.benefits.of('money'),
    queryFn: ({ signal }) => call(benefitEndpoints.readMoney, {}, { signal }),
    refetchOnWindowFocus: 'always',
  });
}

/** Sends these payouts, all or none; the same ones twice are sent once. */
export function usePaySettlement(onDone: () => void) {
  const attempt = useRef(newAttempt());
  return useChange({
    resource: 'benefits',
    mutationFn: (body: SettlementRequest) =>
      call(benefitEndpoints.paySettlement, { body }, { idempotencyKey: attempt.current.keyOf(body) }),
    done: ({ payments }) => `${countOf(payments.length, 'versement')} en route`,
    onDone: () => {
      attempt.current = newAttempt();
      onDone();
    },
    onFailed: onDone,
  });
}

export const payByHand = (body: HandPayout, idempotencyKey: string) =>
  call(benefitEndpoints.payByHand, { body }, { idempotencyKey });

export const setPayoutTerms = (id: string, body: PayeeTerms) =>
  call(benefitEndpoints.setPayoutTerms, { params: { id }, body });

/** Payouts that the provider has not made, or has refused. */
export function useOpenPayouts() {
  return useQuery({
    queryKey: keys.benefits.of('payouts'),
    queryFn: async ({ signal }) => (await call(benefitEndpoints.listPayouts, {}, { signal })).payouts,
  });
}

export const retryPayout = (id: string) => call(benefitEndpoints.retryPayout, { params: { id } });

export const settlePayout = (id: string, note: string) =>
  call(benefitEndpoints.settlePayout, { params: { id }, body: { note } });

export const setPayoutAccount = (body: { operator: Operator; phone: string; currentPassword: string }) =>
  call(benefitEndpoints.setPayoutAccount, { body });

import type { Claim } from '@amasin/domain/claims/claim.ts';
import { claimEndpoints } from '@amasin/domain/claims/endpoints.ts';
import type { ClaimReason, ClaimState, MonthMove } from '@amasin/domain/claims/lifecycle.ts';
import type { CallInput } from '@amasin/domain/contract/endpoint.ts';
import { insurerEndpoints } from '@amasin/domain/insurance/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { call, callFile } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';
import { useLongList } from '../lib/lists.ts';
import { useChange } from '../lib/use-change.ts';

export const createInsurer = (body: CallInput<typeof insurerEndpoints.createInsurer>['body']) =>
  call(insurerEndpoints.createInsurer, { body });

export const changeInsurer = (id: string, body: CallInput<typeof insurerEndpoints.updateInsurer>['body']) =>
  call(insurerEndpoints.updateInsurer, { params: { id }, body });

/** The claims, the latest month first. */
export function useClaims() {
  return useQuery({
    queryKey: keys.claims.lists,
    queryFn: ({ signal }) => call(claimEndpoints.listClaims, {}, { signal }).then(({ claims }) => claims),
    refetchOnWindowFocus: 'always',
  });
}

/** The paid orders whose insurer is to be named. */
export function useUnnamed() {
  return useQuery({
    queryKey: keys.claims.of('unnamed'),
    queryFn: ({ signal }) => call(claimEndpoints.listUnnamedOrders, {}, { signal }),
  });
}

/** Names the insurer of an order, and of the others with its card. */
export function useNameInsurer(id: string) {
  return useChange({
    resource: ['claims'],
    mutationFn: (insurer: string) => call(claimEndpoints.nameInsurer, { params: { id }, body: { insurer } }),
    done: 'Assureur noté',
  });
}

type Month = Pick<Claim, 'month'> & { readonly insurer: Pick<Claim['insurer'], '_id'> };

const paramsOf = ({ insurer, month }: Month) => ({ id: insurer._id, month });

type Page = Awaited<ReturnType<typeof fetchPage>>;

const fetchPage = (claim: Month, page: number, signal: AbortSignal) =>
  call(claimEndpoints.readClaim, { params: paramsOf(claim), query: { page } }, { signal });

const linesOf = ({ lines }: Page) => lines;

/** The orders of a claim, in the order in which they ended. */
export function useClaimLines(claim: Month) {
  return useLongList({
    queryKey: keys.claims.detail(`${claim.insurer._id} ${claim.month}`),
    fetchPage: (page, signal) => fetchPage(claim, page, signal),
    rowsOf: linesOf,
  });
}

const monthDone: Readonly<Record<MonthMove, string>> = {
  sent: 'Demande notée comme envoyée',
  accepted: 'Demande notée comme acceptée',
  paid: 'Demande notée comme payée',
};

/** Moves every line of a claim that may go there. */
export function useMoveClaim(claim: Month) {
  return useChange({
    resource: ['claims', 'benefits'],
    mutationFn: (state: MonthMove) =>
      call(claimEndpoints.moveClaim, { params: paramsOf(claim), body: { state } }),
    done: (_response, state) => monthDone[state],
  });
}

type Answer = { state: ClaimState; reason?: ClaimReason };

/** Notes what the insurer has answered about one order. */
export function useMoveLine(id: string) {
  return useChange({
    resource: ['claims', 'benefits'],
    mutationFn: (body: Answer) => call(claimEndpoints.moveClaimLine, { params: { id }, body }),
    done: 'Réponse notée',
  });
}

const files = { pdf: claimEndpoints.printClaim, csv: claimEndpoints.exportClaim } as const;

export type ClaimFormat = keyof typeof files;

export const fetchClaimFile = (claim: Month, format: ClaimFormat) =>
  callFile(files[format], { params: paramsOf(claim) });

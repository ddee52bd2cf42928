import type { CallInput } from '@amasin/domain/contract/endpoint.ts';
import { DAY_MS } from '@amasin/domain/contract/time.ts';
import { payLinkEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { payPath } from '@amasin/domain/payments/pay-link.ts';
import type { PayLink } from '@amasin/domain/payments/pay-request.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { withHealthConsent } from '../lib/consent.ts';
import { invalidate, keys } from '../lib/keys.ts';
import { recent, sent, text } from '../lib/schema.ts';
import { storedOf } from '../lib/stored.ts';
import { toast } from '../lib/toast.tsx';
import { useChange } from '../lib/use-change.ts';
import { usesHealthData } from './api.ts';
import { isAskedFirst } from './use-pay.tsx';

/** What the customer asks somebody else to pay. */
export type LinkRequest = Pick<
  CallInput<typeof payLinkEndpoints.createPayLink>['body'],
  'order' | 'orderId' | 'basketId'
>;

/** The links of a draft or an order, the latest first. @param basket the id of the basket, or of the order */
export function usePayLinks(basket: string): readonly PayLink[] {
  const { data = [] } = useQuery({
    queryKey: keys.payments.of('links'),
    queryFn: () => call(payLinkEndpoints.listPayLinks, {}),
    select: ({ payLinks }) => payLinks,
  });
  return data.filter(({ basketId, orderId }) => basketId === basket || orderId === basket);
}

/** The server gives a token once: the device that made the link keeps it, to show it again. */
const madeLink = storedOf(
  'pay-link',
  sent<{ id: string; token: string; madeAt: string }>({
    id: text,
    token: text,
    madeAt: recent(text, DAY_MS),
  }),
);

/** The address to give, if this device made the link; null otherwise. */
export function addressOf(personId: string, { _id }: PayLink): string | null {
  const made = madeLink.read(personId);
  return made?.id === _id ? window.location.origin + payPath(made.token) : null;
}

/** Makes a link. @param onFailed is told the refusal; that pharmacies are asked first is its to say */
export function useCreateLink(personId: string, onFailed: (error: Error) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: LinkRequest & { showsContent: boolean }) => {
      const create = () => call(payLinkEndpoints.createPayLink, { body: request });
      return usesHealthData(request) ? withHealthConsent(create) : create();
    },
    onSuccess: ({ payLink, token }) =>
      madeLink.write(personId, { id: payLink._id, token, madeAt: payLink.createdAt }),
    onError: (error) => {
      if (!isAskedFirst(error)) toast.error(messageOf(error, 'Le lien n’a pas pu être fait'));
      onFailed(error);
    },
    onSettled: () => invalidate(queries, 'payments'),
  });
}

export const useShowContent = () =>
  useChange({
    resource: 'payments',
    mutationFn: ({ link, showsContent }: { link: PayLink; showsContent: boolean }) =>
      call(payLinkEndpoints.changePayLink, { params: { id: link._id }, body: { showsContent } }),
  });

export const useWithdraw = () =>
  useChange({
    resource: 'payments',
    mutationFn: ({ _id }: PayLink) => call(payLinkEndpoints.withdrawPayLink, { params: { id: _id } }),
    done: 'Demande retirée : le lien ne se paie plus',
  });

export const readPayLink = (token: string) =>
  call(payLinkEndpoints.readPayLink, { body: { token } }).then(({ payRequest }) => payRequest);

type Paying = Omit<CallInput<typeof payLinkEndpoints.openPayLink>['body'], 'token' | 'amount'>;

export const payByLink = (token: string, amount: number, means: Paying) =>
  call(payLinkEndpoints.openPayLink, { body: { token, amount, ...means } });

export const followPayLink = (token: string, transactionId: string, providerTransactionId?: string) =>
  call(payLinkEndpoints.followPayLink, {
    body: { token, transactionId, ...(providerTransactionId !== undefined && { providerTransactionId }) },
  });

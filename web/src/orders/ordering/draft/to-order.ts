import type { CallInput } from '@amasin/domain/contract/endpoint.ts';
import type { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import type { Draft } from './draft.ts';

type Body = CallInput<typeof paymentEndpoints.openPayment>['body'];

export type OrderBody = Exclude<Body['order'], undefined>;

type Amounts = {
  /** What the person was shown, FCFA; null before everything is known. */
  total: number | null;
  /** The lines' own prices are left out once the person has agreed to a total that the server named. */
  withPrices: boolean;
};

/** The order as the server reads it. Prices and total are there to be compared, never believed. */
export function toOrder(draft: Draft, { total, withPrices }: Amounts): OrderBody {
  return {
    prescription: {
      type: 'numerical',
      items: draft.lines.map(({ medicationId, label, quantity, price }) => ({
        medicationId,
        label,
        quantity,
        ...(withPrices && { price }),
      })),
    },
    deliveryZone: draft.zoneId ?? '',
    deliveryAddress: draft.address.trim(),
    finalAmount: total,
  };
}

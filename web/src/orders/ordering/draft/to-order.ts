import type { CallInput } from '@amasin/domain/contract/endpoint.ts';
import type { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import type { Draft } from './draft.ts';

type Body = CallInput<typeof paymentEndpoints.openPayment>['body'];

export type OrderBody = NonNullable<Body['order']>;

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

/**
 * Whether what was sent to be paid (`{ order }` as JSON) is this very order. Amounts do not tell: on a page that has
 * just been opened the delivery fee is not known yet, and prices are left out once the server has named the total.
 */
export function isSameOrder(request: string, order: OrderBody): boolean {
  return withoutAmounts(JSON.parse(request)) === withoutAmounts({ order });
}

function withoutAmounts(body: { order?: OrderBody | undefined }): string {
  return JSON.stringify(body, (key, value) => (key === 'finalAmount' || key === 'price' ? undefined : value));
}

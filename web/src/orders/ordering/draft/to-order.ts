import type { CallInput } from '@amasin/domain/contract/endpoint.ts';
import type { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import type { Draft } from './draft.ts';

type Body = CallInput<typeof paymentEndpoints.openPayment>['body'];

export type OrderBody = NonNullable<Body['order']>;

type Known = {
  /** What the person was shown, FCFA; null before everything is known. */
  total: number | null;
  /** The lines' own prices are left out once the person has agreed to a total that the server named. */
  withPrices: boolean;
  /** The card that shall pay its part; null where none shall. */
  cardId: string | null;
};

/** The order as the server reads it. Prices and total are there to be compared, never believed. */
export function toOrder(draft: Draft, { total, withPrices, cardId }: Known): OrderBody {
  return {
    prescription: toPrescription(draft, withPrices),
    deliveryZone: draft.zoneId ?? '',
    deliveryAddress: draft.address.trim(),
    ...(cardId !== null && { insuranceCard: cardId }),
    finalAmount: total,
  };
}

function toPrescription({ way, lines, fileKey, code }: Draft, withPrices: boolean) {
  switch (way) {
    case 'photo':
      return { type: 'physical', url: fileKey ?? '' };
    case 'code':
      return { type: 'numerical', prescriptionNumber: readPrescriptionNumber(code) ?? code.trim() };
    case 'without':
      return {
        type: 'numerical',
        items: lines.map(({ medicationId, label, quantity, price }) => ({
          medicationId,
          label,
          quantity,
          ...(withPrices && { price }),
        })),
      };
  }
}

/**
 * Whether what was sent to be paid (`{ order }` as JSON) is this very order. Amounts do not tell: on a page that has
 * just been opened neither delivery fee nor card are known yet, and prices are left out once the server has named the
 * total.
 */
export function isSameOrder(request: string, order: OrderBody): boolean {
  return withoutAmounts(JSON.parse(request)) === withoutAmounts({ order });
}

const aside: readonly string[] = ['finalAmount', 'price', 'insuranceCard', 'basketId', 'again'];

function withoutAmounts(body: { order?: OrderBody | undefined }): string {
  return JSON.stringify(body, (key, value) => (aside.includes(key) ? undefined : value));
}

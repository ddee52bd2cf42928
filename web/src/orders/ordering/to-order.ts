import type { CallInput } from '@amasin/domain/contract/endpoint.ts';
import type { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import type { Draft } from './draft.ts';

type Body = CallInput<typeof paymentEndpoints.openPayment>['body'];

export type OrderBody = NonNullable<Body['order']>;

type Amounts = {
  /** The total shown, FCFA; null until everything is loaded. */
  total: number | null;
  /** False once the customer has accepted the server's total. */
  withPrices: boolean;
  /** The insurance card to use, if any. */
  cardId: string | null;
};

/** The body of an order. The server only compares prices and total with its own. */
export function toOrder(draft: Draft, { total, withPrices, cardId }: Amounts): OrderBody {
  return {
    prescription: toPrescription(draft, withPrices),
    deliveryZone: draft.zoneId ?? '',
    deliveryAddress: draft.address.trim(),
    ...(cardId !== null && { insuranceCard: cardId }),
    ...(draft.wish !== null && { wishedPharmacy: draft.wish._id }),
    finalAmount: total,
  };
}

function toPrescription({ way, lines, fileKey, code, leftOut, quantities }: Draft, withPrices: boolean) {
  switch (way) {
    case 'photo':
      return { type: 'physical', url: fileKey ?? '' };
    case 'code':
      return {
        type: 'numerical',
        prescriptionNumber: readPrescriptionNumber(code) ?? code.trim(),
        ...(leftOut?.length && { leftOut: [...leftOut] }),
        ...(quantities.length > 0 && { quantities: [...quantities] }),
      };
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
 * Whether the paid order is this one, ignoring the wish and amounts: fee and card may not be loaded yet, and prices are omitted once
 * the customer has accepted the server's total.
 */
export function isSameOrder(paid: Body['order'], order: OrderBody): boolean {
  return withoutAmounts(paid) === withoutAmounts(order);
}

const ignored: readonly string[] = ['finalAmount', 'price', 'insuranceCard', 'wishedPharmacy'];

function withoutAmounts(order: Body['order']): string {
  return JSON.stringify(order ?? null, (key, value) => (ignored.includes(key) ? undefined : value));
}

/** Whether this draft is what was paid. */
export const isDraftOf = (paid: Body['order'], draft: Draft): boolean =>
  isSameOrder(paid, toOrder(draft, { total: null, withPrices: false, cardId: null }));

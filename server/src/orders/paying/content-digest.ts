import { createHash } from 'node:crypto';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';

/** Hashes what a draft buys, ignoring prices and the order of its lines. */
export function contentDigest({ items, zone, address, insuranceCard, prescription }: FrozenOrder): string {
  const quantities = new Map<string, number>();
  for (const { medicationId, quantity } of items) {
    quantities.set(medicationId, (quantities.get(medicationId) ?? 0) + quantity);
  }
  const content = [
    [...quantities].toSorted(([one], [other]) => (one < other ? -1 : 1)),
    zone._id,
    searchText(address),
    insuranceCard?._id ?? null,
    prescription?.prescriptionNumber ?? null,
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

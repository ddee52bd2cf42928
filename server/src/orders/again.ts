import type { OrderAgain } from '@amasin/domain/orders/again.ts';
import type { Ctx } from '../ctx.ts';
import { findNamedMedications } from '../medications/queries.ts';
import type { Seen } from '../scopes/seen.ts';
import { findZone } from '../zones/queries.ts';
import type { OrderView } from './queries.ts';

/**
 * Returns what the customer may order again without prescription today (rules 3, 37), at today's prices, for the same place.
 */
export async function readAgain({ db }: Ctx, { order, items }: Seen<OrderView>): Promise<OrderAgain> {
  const ids = [...new Set(items.map(({ medicationId }) => medicationId))];
  const [rows, zone] = await Promise.all([findNamedMedications(db, ids, []), findZone(db, order.zoneId)]);
  const sold = new Map(
    rows
      .filter((row) => row.deletedAt === null && row.reviewed && row.price > 0 && !row.recalled)
      .map((row) => [row.id, row]),
  );
  const again: OrderAgain = {
    items: [],
    gone: [],
    prescribed: [],
    zone: zone?.id ?? null,
    // An erased address is none (decision 75).
    address: order.erasedAt === null ? order.address : '',
    insured: order.cardId !== null,
  };
  for (const id of ids) {
    const lines = items.filter(({ medicationId }) => medicationId === id);
    const row = sold.get(id);
    if (row === undefined) again.gone.push(lines[0]?.label ?? '');
    else if (row.requiresPrescription) again.prescribed.push(row.label);
    else {
      const quantity = lines.reduce((sum, line) => sum + line.quantity, 0);
      again.items.push({ medicationId: id, label: row.label, form: row.form, price: row.price, quantity });
    }
  }
  return again;
}

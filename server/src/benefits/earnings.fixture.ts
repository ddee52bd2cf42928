import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder, type OrderFields } from '../builders/order.ts';
import { buildUser } from '../builders/user.ts';
import type { Database } from '../database/database.ts';
import type { OrderRow } from '../database/schema/orders.ts';

/** Builds orders with a given commission; they share one customer, pharmacy and courier, which is faster. */
export interface Earnings {
  /** `commission` in FCFA; `partnerId` wrote the order's items, null for an order without prescription. */
  order(
    partnerId: string | null,
    commission: number,
    state?: 'pending' | 'delivered' | 'ended',
  ): Promise<OrderRow>;
}

export async function prepareEarnings(db: Database): Promise<Earnings> {
  const assigned: Partial<OrderFields> = {
    zone: await buildZone(db, { price: 500 }),
    customerId: (await buildUser(db, { type: 'customer' })).id,
    pharmacyId: (await buildUser(db, { type: 'pharmacy' })).id,
    deliveryPersonId: (await buildUser(db, { type: 'deliveryPerson' })).id,
  };
  return {
    order: async (partnerId, commission, state = 'ended') => {
      const medication = await buildMedication(db, { price: commission * 10 });
      const items = [{ medication, quantity: 1 }];
      return buildOrder(db, { ...assigned, state, items, itemsWrittenById: partnerId });
    },
  };
}

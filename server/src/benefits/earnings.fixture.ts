import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder, type OrderFields } from '../builders/order.ts';
import { buildUser } from '../builders/user.ts';
import type { Database } from '../database/database.ts';
import type { OrderRow } from '../database/schema/orders.ts';

/** Orders whose commission is known, one after the other; the same people around them, which is quicker. */
export interface Earnings {
  /** An order of this commission, FCFA, on a partner's prescription (null: on none), `ended` unless said otherwise. */
  order(
    partnerId: string | null,
    commission: number,
    state?: 'pending' | 'delivered' | 'ended',
  ): Promise<OrderRow>;
}

export async function prepareEarnings(db: Database): Promise<Earnings> {
  const people: Partial<OrderFields> = {
    zone: await buildZone(db, { price: 500 }),
    customerId: (await buildUser(db, { type: 'customer' })).id,
    pharmacyId: (await buildUser(db, { type: 'pharmacy' })).id,
    deliveryPersonId: (await buildUser(db, { type: 'deliveryPerson' })).id,
  };
  return {
    order: async (partnerId, commission, state = 'ended') => {
      const medication = await buildMedication(db, { price: commission * 10 });
      const items = [{ medication, quantity: 1 }];
      return buildOrder(db, { ...people, state, items, itemsWrittenById: partnerId });
    },
  };
}

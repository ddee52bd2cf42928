import { eq } from 'drizzle-orm';
import { bookOrder } from '../benefits/record-journals.ts';
import { buildOrder } from '../builders/order.ts';
import { buildUser } from '../builders/user.ts';
import type { Database } from '../database/database.ts';
import { orders } from '../database/schema/orders.ts';
import { transact } from '../database/transaction.ts';

/** An order that was brought back while its former courier still has the medicines. */
export async function buildHeld(db: Database, heldById: string): Promise<void> {
  const pharmacy = await buildUser(db, { type: 'pharmacy' });
  const { id, createdAt: at } = await buildOrder(db, { state: 'pending', pharmacyId: pharmacy.id });
  const returned = { broughtBackAt: at, broughtBackReason: 'breakdown' } as const;
  await transact(db, async (tx) => {
    await tx
      .update(orders)
      .set({ ...returned, heldById })
      .where(eq(orders.id, id));
    await bookOrder(tx, { orderId: id, kind: 'handover', at });
  });
}

import { eq } from 'drizzle-orm';
import { buildOrder } from '../builders/order.ts';
import type { Database } from '../database/database.ts';
import { orders } from '../database/schema/orders.ts';

/** An order that was brought back while its former courier still has the medicines. */
export async function buildHeld(db: Database, heldById: string): Promise<void> {
  const { id, createdAt } = await buildOrder(db, { state: 'pending' });
  const returned = { broughtBackAt: createdAt, broughtBackReason: 'breakdown' } as const;
  await db
    .update(orders)
    .set({ ...returned, heldById })
    .where(eq(orders.id, id));
}

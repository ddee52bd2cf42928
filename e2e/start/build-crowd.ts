import { eq } from 'drizzle-orm';
import { buildOrder } from '../../server/src/builders/order.ts';
import { buildUser } from '../../server/src/builders/user.ts';
import type { Database } from '../../server/src/database/database.ts';
import { medications } from '../../server/src/database/schema/medications.ts';
import { users } from '../../server/src/database/schema/users.ts';
import { zones } from '../../server/src/database/schema/zones.ts';
import type { FileStore } from '../../server/src/ports/file-store.ts';
import { buildPapers } from './build-papers.ts';
import { crowd, longNames, sizes } from './crowd.ts';

const HOUR_MS = 3600_000;

/** The people of `crowd`, each with so many orders of the last weeks, most of them still to be delivered. */
export async function buildCrowd(db: Database, files: FileStore, now: Date): Promise<void> {
  const [model] = await db.select().from(users).where(eq(users.phone, '+2290197000001'));
  const passwordHash = model?.passwordHash ?? null;
  const [zone] = await db.select().from(zones).limit(1);
  const stock = await db
    .select()
    .from(medications)
    .where(eq(medications.requiresPrescription, false))
    .limit(8);
  if (zone === undefined || passwordHash === null) throw new Error('the demonstration is missing');

  await db.transaction(async (tx) => {
    for (const size of sizes) await buildPapers(tx, size, { files, passwordHash, zone, stock, now });
    for (const { orders, customer, pharmacy, courier } of Object.values(crowd)) {
      const person = { passwordHash, address: longNames.address.slice(0, 120) };
      const [buyer, seller, rider] = [
        await buildUser(tx, {
          ...person,
          type: 'customer',
          name: `${longNames.customer} ${orders}`,
          phone: `+229${customer}`,
        }),
        await buildUser(tx, { ...person, type: 'pharmacy', name: longNames.pharmacy, email: pharmacy }),
        await buildUser(tx, { ...person, type: 'deliveryPerson', name: longNames.courier, email: courier }),
      ];
      for (let made = 0; made < orders; made++) {
        await buildOrder(tx, {
          state:
            made < 3 || made % 10 > 2
              ? made % 2
                ? 'delivering'
                : 'pending'
              : made % 4
                ? 'ended'
                : 'delivered',
          customerId: buyer.id,
          pharmacyId: seller.id,
          deliveryPersonId: rider.id,
          zone,
          address: longNames.address.slice(0, 300),
          items: stock.slice(0, 1 + (made % stock.length)).map((medication, place) => ({
            medication,
            quantity: 1 + ((made + place) % 4),
          })),
          createdAt: new Date(now.getTime() - (made + 1) * 3 * HOUR_MS),
        });
      }
    }
  });
}

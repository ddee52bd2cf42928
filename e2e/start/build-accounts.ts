import { HOUR_MS } from '@amasin/domain/contract/time.ts';
import { eq } from 'drizzle-orm';
import { buildConsents } from '../../server/src/builders/consent.ts';
import { buildOrder } from '../../server/src/builders/order.ts';
import { buildUser } from '../../server/src/builders/user.ts';
import type { Database } from '../../server/src/database/database.ts';
import { medications } from '../../server/src/database/schema/medications.ts';
import { zones } from '../../server/src/database/schema/places.ts';
import { users } from '../../server/src/database/schema/users.ts';
import { transact } from '../../server/src/database/transaction.ts';
import type { FileStore } from '../../server/src/ports/file-store.ts';
import { buildPrescriptions } from './build-prescriptions.ts';
import { accounts, longNames, sizes } from './sizes.ts';

/** Creates the accounts of `accounts` with their orders of the last weeks, most of them not delivered yet. */
export async function buildAccounts(db: Database, files: FileStore, now: Date): Promise<void> {
  const [demoUser] = await db.select().from(users).where(eq(users.phone, '+2290197000001'));
  const passwordHash = demoUser?.passwordHash ?? null;
  const [zone] = await db.select().from(zones).limit(1);
  const stock = await db
    .select()
    .from(medications)
    .where(eq(medications.requiresPrescription, false))
    .limit(8);
  if (zone === undefined || passwordHash === null) throw new Error('the demo data is missing');

  await transact(db, async (tx) => {
    for (const size of sizes) await buildPrescriptions(tx, size, { files, passwordHash, zone, stock, now });
    for (const { orders, customer, pharmacy, courier } of Object.values(accounts)) {
      const person = { passwordHash, address: longNames.address.slice(0, 120) };
      const buyer = await buildUser(tx, {
        ...person,
        type: 'customer',
        name: `${longNames.customer} ${orders}`,
        phone: `+229${customer}`,
      });
      await buildConsents(tx, buyer);
      const seller = await buildUser(tx, {
        ...person,
        type: 'pharmacy',
        name: longNames.pharmacy,
        email: pharmacy,
      });
      const rider = await buildUser(tx, {
        ...person,
        type: 'deliveryPerson',
        name: longNames.courier,
        email: courier,
      });
      for (let index = 0; index < orders; index++) {
        await buildOrder(tx, {
          state: stateOf(index),
          customerId: buyer.id,
          pharmacyId: seller.id,
          deliveryPersonId: rider.id,
          zone,
          address: longNames.address.slice(0, 300),
          items: stock.slice(0, 1 + (index % stock.length)).map((medication, position) => ({
            medication,
            quantity: 1 + ((index + position) % 4),
          })),
          createdAt: new Date(now.getTime() - (index + 1) * 3 * HOUR_MS),
        });
      }
    }
  });
}

/** Open orders, except for three in every ten after the first ten. */
function stateOf(index: number) {
  if (index < 3 || index % 10 > 2) return index % 2 ? 'delivering' : 'pending';
  return index % 4 ? 'ended' : 'delivered';
}

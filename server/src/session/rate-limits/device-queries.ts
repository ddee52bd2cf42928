import { and, desc, eq, gt, inArray, lte, ne, or } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { knownDevices } from '../../database/schema/session/sessions.ts';
import { users } from '../../database/schema/users.ts';

/** Begins the place of a known device among the attempts. */
export const DEVICE = 'device ';

type KnownDevice = typeof knownDevices.$inferInsert;

/** Whether this mark belongs to the account of this phone or e-mail and was seen since then. */
export async function findKnownDevice(
  db: Database,
  { markHash, identifier }: { markHash: string; identifier: string },
  since: Date,
): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(
      and(
        eq(knownDevices.markHash, markHash),
        gt(knownDevices.seenAt, since),
        or(eq(users.phone, identifier), eq(users.email, identifier)),
      ),
    );
  return found.length === 1;
}

/** Notes another sign-in with a mark; false when the account does not know it, or no longer. */
export async function seeKnownDevice(
  tx: Database,
  { markHash, userId, seenAt }: KnownDevice,
  since: Date,
): Promise<boolean> {
  const seen = await tx
    .update(knownDevices)
    .set({ seenAt })
    .where(
      and(
        eq(knownDevices.markHash, markHash),
        eq(knownDevices.userId, userId),
        gt(knownDevices.seenAt, since),
      ),
    )
    .returning({ markHash: knownDevices.markHash });
  return seen.length === 1;
}

export async function insertKnownDevice(tx: Database, device: KnownDevice): Promise<void> {
  await tx.insert(knownDevices).values(device);
}

/** Deletes the marks of a user beyond the limit, those seen longest ago; never the newest. */
export async function trimKnownDevices(
  tx: Database,
  userId: string,
  { newest, limit }: { newest: string; limit: number },
): Promise<void> {
  const beyond = tx
    .select({ hash: knownDevices.markHash })
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, userId), ne(knownDevices.markHash, newest)))
    .orderBy(desc(knownDevices.seenAt), desc(knownDevices.markHash))
    .offset(limit - 1);
  await tx.delete(knownDevices).where(inArray(knownDevices.markHash, beyond));
}

export async function deleteKnownDevicesBefore(db: Database, moment: Date): Promise<void> {
  await db.delete(knownDevices).where(lte(knownDevices.seenAt, moment));
}

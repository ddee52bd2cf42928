import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { v7 } from 'uuid';
import type { Database } from '../database/database.ts';
import { type UserRow, users } from '../database/schema/users.ts';

export type UserFields = typeof users.$inferInsert;

/** When the accounts of tests were made; a telephone that is proven since then links what tests write for it. */
export const longAgo = new Date('2026-01-01T08:00:00Z');

let count = 0;

/** A valid, active and verified user with a unique phone and, unless it is a customer, a unique e-mail; a pharmacy is a partner. */
export async function buildUser(
  db: Database,
  fields: Partial<UserFields> & { type: UserType },
): Promise<UserRow> {
  count += 1;
  const id = fields.id ?? v7();
  const unique = `${process.pid}${count}`.slice(-8).padStart(8, '6');
  const [row] = await db
    .insert(users)
    .values({
      id,
      name: `${names[count % names.length]} ${count}`,
      email: fields.type === 'customer' ? null : `p${id}@exemple.bj`,
      phone: `+22901${unique}`,
      isPartner: fields.type === 'pharmacy',
      verified: true,
      titrePartenaire: fields.type === 'partnerDoctor' ? 'docteur' : null,
      createdAt: longAgo,
      ...fields,
    })
    .returning();
  if (row === undefined) throw new Error('the user was not inserted');
  return row;
}

const names = ['Afi Dossou', 'Codjo Ahouansou', 'Mariam Soumanou', 'Yèkini Lawani', 'Estelle Houngbédji'];

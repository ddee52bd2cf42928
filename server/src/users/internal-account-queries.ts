import type { UserType } from '@amasin/domain/users/user-type.ts';
import { and, asc, count, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { sessions } from '../database/schema/session/sessions.ts';
import { users } from '../database/schema/users.ts';
import { notRemoved } from '../people/queries.ts';

/** Work for Amasin itself, unlike partners. */
const internalTypes: UserType[] = ['superAdmin', 'supervisor', 'agent', 'deliveryPerson'];

/** The accounts of people who work for Amasin itself, with their open sessions, by type and name. */
export async function findInternalAccounts(db: Database, now: Date) {
  return db
    .select({
      type: users.type,
      name: users.name,
      email: users.email,
      active: users.active,
      hasSecondFactor: users.hasSecondFactor,
      sessions: count(sessions.tokenHash),
      lastSeenAt: sql<Date | null>`max(coalesce(${sessions.lastSeenAt}, ${sessions.createdAt}))`.mapWith(
        sessions.createdAt,
      ),
    })
    .from(users)
    .leftJoin(sessions, and(eq(sessions.userId, users.id), gt(sessions.expiresAt, now)))
    .where(and(inArray(users.type, internalTypes), notRemoved))
    .groupBy(users.id)
    .orderBy(sql`array_position(${sql.param(internalTypes)}::text[], ${users.type})`, asc(users.name));
}

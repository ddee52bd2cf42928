import { and, eq, gt } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { sessions } from "../database/schema/sessions.ts";
import { type UserRow, users } from "../database/schema/users.ts";

/** The person behind a live token, or null. */
export async function findUserByToken(
	db: Database,
	hash: string,
	now: Date,
): Promise<UserRow | null> {
	const [row] = await db
		.select({ user: users })
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.where(and(eq(sessions.tokenHash, hash), gt(sessions.expiresAt, now)));
	return row?.user ?? null;
}

export async function insertSession(
	db: Database,
	session: {
		tokenHash: string;
		userId: string;
		createdAt: Date;
		expiresAt: Date;
	},
): Promise<void> {
	await db.insert(sessions).values(session);
}

export async function deleteSession(db: Database, hash: string): Promise<void> {
	await db.delete(sessions).where(eq(sessions.tokenHash, hash));
}

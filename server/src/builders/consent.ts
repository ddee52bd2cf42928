import { type ConsentPurpose, consentVersions } from '@amasin/domain/users/consent.ts';
import type { Database } from '../database/database.ts';
import { consents } from '../database/schema/consents.ts';
import type { UserRow } from '../database/schema/users.ts';

/** The consents of a person who registered when their account was created: customers have used health data since. */
export async function buildConsents(db: Database, { id: userId, type, createdAt }: UserRow): Promise<void> {
  const purposes: readonly ConsentPurpose[] = type === 'customer' ? ['terms', 'health'] : ['terms'];
  await db
    .insert(consents)
    .values(
      purposes.map((purpose) => ({ userId, purpose, version: consentVersions[purpose], givenAt: createdAt })),
    );
}

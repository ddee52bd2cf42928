import { createHash } from 'node:crypto';
import type { CardRefusal } from '@amasin/domain/insurance/card-refusal.ts';
import { and, desc, eq, or } from 'drizzle-orm';
import type { SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { refusedCards } from '../database/schema/insurance.ts';
import { users } from '../database/schema/users.ts';
import { personOf } from '../people/person.ts';
import type { ActiveCard } from './queries.ts';

// A refusal lasts while file and rate are the same: through other edits, deletion and a new card (rule 40).

type Refused = Pick<ActiveCard, 'ownerId' | 'rate' | 'fileKey'>;
type Digesting = Pick<SystemCtx, 'files' | 'linkSecret'>;

/** Identifies what a file contains; one without bytes is identified by its key. */
async function digestOf({ files }: Digesting, fileKey: string): Promise<string> {
  const bytes = await files.read(fileKey);
  return createHash('sha256')
    .update(bytes ?? fileKey)
    .digest('hex');
}

async function refusalsOf(ctx: Digesting, tx: Database, ownerId: string) {
  const [owner] = await tx.select({ phone: users.phone }).from(users).where(eq(users.id, ownerId));
  const person = personOf(ctx, owner?.phone ?? null);
  const isTheirs = eq(refusedCards.ownerId, ownerId);
  return { person, isTheirs: person === null ? isTheirs : or(isTheirs, eq(refusedCards.person, person)) };
}

/** Why this file with this rate was refused to this person; null if it was not. */
export async function findRefusal(ctx: Digesting, tx: Database, card: Refused): Promise<CardRefusal | null> {
  const { isTheirs } = await refusalsOf(ctx, tx, card.ownerId);
  const rows = await tx
    .select()
    .from(refusedCards)
    .where(and(isTheirs, eq(refusedCards.rate, card.rate)))
    .orderBy(desc(refusedCards.at));
  // The file is read only for the few who have had a refusal.
  if (rows.length === 0) return null;
  const digest = await digestOf(ctx, card.fileKey);
  return rows.find(({ fileDigest }) => fileDigest === digest)?.refused ?? null;
}

export async function rememberRefusal(
  ctx: Digesting,
  tx: Database,
  card: Refused,
  { refused, at }: { refused: CardRefusal; at: Date },
): Promise<void> {
  const { person } = await refusalsOf(ctx, tx, card.ownerId);
  const { ownerId, rate, fileKey } = card;
  await tx
    .insert(refusedCards)
    .values({ ownerId, person, rate, fileDigest: await digestOf(ctx, fileKey), refused, at })
    .onConflictDoUpdate({
      target: [refusedCards.ownerId, refusedCards.fileDigest, refusedCards.rate],
      set: { refused, at },
    });
}

/** For a card that was accepted after all. */
export async function forgetRefusal(ctx: Digesting, tx: Database, card: Refused): Promise<void> {
  if ((await findRefusal(ctx, tx, card)) === null) return;
  const { isTheirs } = await refusalsOf(ctx, tx, card.ownerId);
  const fileDigest = await digestOf(ctx, card.fileKey);
  await tx
    .delete(refusedCards)
    .where(and(isTheirs, eq(refusedCards.rate, card.rate), eq(refusedCards.fileDigest, fileDigest)));
}

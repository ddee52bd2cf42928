import { createHash } from 'node:crypto';
import type { CardRefusal } from '@amasin/domain/insurance/card-refusal.ts';
import { hasProvenPhone } from '@amasin/domain/users/proven-phone.ts';
import { and, asc, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { type InsuranceCardRow, insuranceCards, refusedCards } from '../database/schema/insurance.ts';
import { orders } from '../database/schema/orders.ts';
import { users } from '../database/schema/users.ts';
import { personsOf } from '../people/person.ts';
import { findUser } from '../people/queries.ts';
import { Refusal } from '../refusal.ts';

/** A card that is not deleted, with its file. */
export type ActiveCard = InsuranceCardRow & { readonly fileKey: string };

const notDeleted = isNull(insuranceCards.deletedAt);
const cardOf = (ownerId: string, id: string) =>
  and(eq(insuranceCards.id, id), eq(insuranceCards.ownerId, ownerId), notDeleted);

const toActiveCard = (row: InsuranceCardRow | undefined): ActiveCard | null =>
  row === undefined || row.fileKey === null ? null : { ...row, fileKey: row.fileKey };

export async function findActiveCard(db: Database, ownerId: string): Promise<ActiveCard | null> {
  const [row] = await db
    .select()
    .from(insuranceCards)
    .where(and(eq(insuranceCards.ownerId, ownerId), notDeleted));
  return toActiveCard(row);
}

export async function findCardOf(db: Database, ownerId: string, id: string): Promise<ActiveCard | null> {
  const [row] = await db.select().from(insuranceCards).where(cardOf(ownerId, id));
  return toActiveCard(row);
}

export async function lockCardOf(tx: Database, ownerId: string, id: string): Promise<ActiveCard | null> {
  const [row] = await tx.select().from(insuranceCards).where(cardOf(ownerId, id)).for('no key update');
  return toActiveCard(row);
}

type NewCard = Pick<ActiveCard, 'ownerId' | 'label' | 'rate' | 'fileKey' | 'refused' | 'createdAt'>;

/** @throws 409 CARD_EXISTS when the customer already has a card */
export async function insertCard(db: Database, card: NewCard): Promise<ActiveCard> {
  const [row] = await db.insert(insuranceCards).values(card).onConflictDoNothing().returning();
  if (row === undefined) throw new Refusal('CARD_EXISTS');
  return { ...row, fileKey: card.fileKey };
}

type CardFields = Pick<ActiveCard, 'label' | 'rate' | 'fileKey'>;

/** The columns of a card that nobody has checked, as after a change of its rate or file. */
export const unchecked = {
  verified: false,
  checkAskedAt: null,
  refused: null,
  checkedById: null,
  insurerId: null,
} as const;

export async function updateCard(
  db: Database,
  id: string,
  fields: CardFields &
    Partial<Pick<ActiveCard, 'verified' | 'checkAskedAt' | 'refused' | 'checkedById' | 'insurerId'>>,
): Promise<ActiveCard> {
  const [row] = await db.update(insuranceCards).set(fields).where(eq(insuranceCards.id, id)).returning();
  if (row === undefined) throw new Error('the card was not found');
  return { ...row, fileKey: fields.fileKey };
}

/** Soft-deletes a card: the row remains for history, without its file. */
export async function markCardDeleted(db: Database, id: string, now: Date): Promise<void> {
  const change = { deletedAt: now, fileKey: null, checkAskedAt: null };
  await db.update(insuranceCards).set(change).where(eq(insuranceCards.id, id));
}

/** Whether a card has this file, or an order copied it with the card. */
export async function isFileInUse(db: Database, fileKey: string): Promise<boolean> {
  const { rows } = await db.execute<{ used: boolean }>(sql`
    select exists (select from ${orders} where ${orders.cardUrl} = ${fileKey})
      or exists (select from ${insuranceCards} where ${insuranceCards.fileKey} = ${fileKey}) as used`);
  return rows[0]?.used === true;
}

/** An order copies these fields of a card, and a check is about them. */
export interface CardCopy {
  readonly id: string;
  readonly rate: number;
  readonly fileKey: string;
}

const isStill = (card: CardCopy) =>
  and(
    eq(insuranceCards.id, card.id),
    eq(insuranceCards.rate, card.rate),
    eq(insuranceCards.fileKey, card.fileKey),
  );

/**
 * Sets `verified` if the card still has the rate and the file that the order copied.
 * @returns null when it has not, else the card and whether its check was asked for
 */
export async function setVerified(
  tx: Database,
  card: CardCopy,
  { verified, checkedById, insurerId }: { verified: boolean; checkedById: string; insurerId: string | null },
): Promise<{ card: ActiveCard; isAwaited: boolean } | null> {
  const [before] = await tx.select().from(insuranceCards).where(isStill(card)).for('no key update');
  if (before === undefined || before.fileKey === null) return null;
  const change = verified ? { verified, checkAskedAt: null, refused: null } : { verified };
  await tx
    .update(insuranceCards)
    .set({ ...change, checkedById, ...(insurerId !== null && { insurerId }) })
    .where(eq(insuranceCards.id, card.id));
  const found = { ...before, fileKey: before.fileKey };
  return { card: found, isAwaited: verified && before.checkAskedAt !== null };
}

/** Notes that a payment needs the check of this card. @returns false when that was noted before, or the card needs none */
export async function setCheckAsked(db: Database, id: string, at: Date): Promise<boolean> {
  const asked = await db
    .update(insuranceCards)
    .set({ checkAskedAt: at })
    .where(
      and(
        eq(insuranceCards.id, id),
        notDeleted,
        eq(insuranceCards.verified, false),
        isNull(insuranceCards.refused),
        isNull(insuranceCards.checkAskedAt),
      ),
    )
    .returning({ id: insuranceCards.id });
  return asked.length === 1;
}

export async function findCard(db: Database, id: string): Promise<ActiveCard | null> {
  const [row] = await db
    .select()
    .from(insuranceCards)
    .where(and(eq(insuranceCards.id, id), notDeleted));
  return toActiveCard(row);
}

/** Finds the cards to check: first those that unpaid orders wait for, then by the oldest request. */
export function findCardsToCheck(db: Database) {
  const waiting = sql<
    string[]
  >`array(select ${orders.number} from ${orders} where ${orders.state} = 'pre-treatment'
    and ${orders.cardAwaited} and ${orders.cardId} = ${insuranceCards.id} order by ${orders.number})`;
  return db
    .select({ card: insuranceCards, customer: users.name, orders: waiting })
    .from(insuranceCards)
    .innerJoin(users, eq(users.id, insuranceCards.ownerId))
    .where(and(isNotNull(insuranceCards.checkAskedAt), notDeleted))
    .orderBy(sql`${waiting} = '{}'`, asc(insuranceCards.checkAskedAt), asc(insuranceCards.id))
    .limit(200);
}

interface CardDecision {
  readonly rate: number;
  readonly fileKey: string;
  readonly refused: CardRefusal | null;
  readonly checkedById: string;
  /** Null for an insurer that is still to be named. */
  readonly insurerId: string | null;
}

/** Decides on a card that waits for its check and was not changed since it was read. @returns null for any other */
export async function decideCard(
  tx: Database,
  id: string,
  { rate, fileKey, refused, checkedById, insurerId }: CardDecision,
): Promise<ActiveCard | null> {
  const [row] = await tx
    .update(insuranceCards)
    .set({ verified: refused === null, refused, checkAskedAt: null, checkedById, insurerId })
    .where(
      and(
        eq(insuranceCards.id, id),
        isNotNull(insuranceCards.checkAskedAt),
        eq(insuranceCards.rate, rate),
        eq(insuranceCards.fileKey, fileKey),
      ),
    )
    .returning();
  return toActiveCard(row);
}

export interface CardDecided {
  readonly isAccepted: boolean;
  readonly checkedById: string | null;
}

/** Finds the decision about this card; null while it waits, and when it is no longer what the order copied. */
export async function findDecision(db: Database, card: CardCopy): Promise<CardDecided | null> {
  const [row] = await db.select().from(insuranceCards).where(isStill(card));
  if (row === undefined || (!row.verified && row.refused === null)) return null;
  return { isAccepted: row.verified, checkedById: row.checkedById };
}

// A refusal holds for the same file and rate, through other edits, deletion and a new card (rule 40).

type Refused = Pick<ActiveCard, 'ownerId' | 'rate' | 'fileKey'>;
type Digesting = Pick<SystemCtx, 'files' | 'linkSecrets'>;

/** Identifies what the file of a card contains; one without bytes is identified by its key. */
export async function digestOfCard({ files }: Digesting, fileKey: string): Promise<string> {
  const bytes = await files.read(fileKey).catch(() => {
    throw new Refusal('STORAGE_UNAVAILABLE');
  });
  return createHash('sha256')
    .update(bytes ?? fileKey)
    .digest('hex');
}

async function refusalsOf(ctx: Digesting, tx: Database, ownerId: string) {
  const owner = await findUser(tx, ownerId);
  const persons = owner !== null && hasProvenPhone(owner) ? personsOf(ctx, owner.phone) : [];
  const isTheirs = or(eq(refusedCards.ownerId, ownerId), inArray(refusedCards.person, persons));
  return { person: persons[0] ?? null, isTheirs };
}

/** Finds why this file with this rate was refused to this person; null if it was not. */
export async function findRefusal(ctx: Digesting, tx: Database, card: Refused): Promise<CardRefusal | null> {
  const { isTheirs } = await refusalsOf(ctx, tx, card.ownerId);
  const rows = await tx
    .select()
    .from(refusedCards)
    .where(and(isTheirs, eq(refusedCards.rate, card.rate)))
    .orderBy(desc(refusedCards.at));
  // The file is read only for the few who have had a refusal.
  if (rows.length === 0) return null;
  const digest = await digestOfCard(ctx, card.fileKey);
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
    .values({ ownerId, person, rate, fileDigest: await digestOfCard(ctx, fileKey), refused, at })
    .onConflictDoUpdate({
      target: [refusedCards.ownerId, refusedCards.fileDigest, refusedCards.rate],
      set: { refused, at },
    });
}

/** Removes the refusal of a card that was accepted after all. */
export async function forgetRefusal(ctx: Digesting, tx: Database, card: Refused): Promise<void> {
  if ((await findRefusal(ctx, tx, card)) === null) return;
  const { isTheirs } = await refusalsOf(ctx, tx, card.ownerId);
  const fileDigest = await digestOfCard(ctx, card.fileKey);
  await tx
    .delete(refusedCards)
    .where(and(isTheirs, eq(refusedCards.rate, card.rate), eq(refusedCards.fileDigest, fileDigest)));
}

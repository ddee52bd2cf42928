import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type InsuranceCardRow, insuranceCards } from '../database/schema/insurance.ts';
import { orders } from '../database/schema/orders.ts';

/** A card that stands, with its file. */
export type StandingCard = InsuranceCardRow & { readonly fileKey: string };

const standing = isNull(insuranceCards.deletedAt);
const cardOf = (ownerId: string, id: string) =>
  and(eq(insuranceCards.id, id), eq(insuranceCards.ownerId, ownerId), standing);

const toStanding = (row: InsuranceCardRow | undefined): StandingCard | null =>
  row === undefined || row.fileKey === null ? null : { ...row, fileKey: row.fileKey };

/** The card that this customer has; null while there is none. */
export async function findStandingCard(db: Database, ownerId: string): Promise<StandingCard | null> {
  const [row] = await db
    .select()
    .from(insuranceCards)
    .where(and(eq(insuranceCards.ownerId, ownerId), standing));
  return toStanding(row);
}

/** This customer's own card of this id; null for any other, and once it is deleted. */
export async function findCardOf(db: Database, ownerId: string, id: string): Promise<StandingCard | null> {
  const [row] = await db.select().from(insuranceCards).where(cardOf(ownerId, id));
  return toStanding(row);
}

/** The same, locked until the transaction ends. */
export async function lockCardOf(tx: Database, ownerId: string, id: string): Promise<StandingCard | null> {
  const [row] = await tx.select().from(insuranceCards).where(cardOf(ownerId, id)).for('no key update');
  return toStanding(row);
}

type NewCard = Pick<StandingCard, 'ownerId' | 'label' | 'rate' | 'fileKey' | 'createdAt'>;

/** Throws a duplicate of `insurance_cards_owner_unique` where the customer has a card already. */
export async function insertCard(db: Database, card: NewCard): Promise<StandingCard> {
  const [row] = await db.insert(insuranceCards).values(card).returning();
  if (row === undefined) throw new Error('the card was not inserted');
  return { ...row, fileKey: card.fileKey };
}

type CardFields = Pick<StandingCard, 'label' | 'rate' | 'fileKey'>;

/** Changes a card, which is then to be checked again. */
export async function updateCard(db: Database, id: string, fields: CardFields): Promise<StandingCard> {
  const [row] = await db
    .update(insuranceCards)
    .set({ ...fields, verified: false })
    .where(eq(insuranceCards.id, id))
    .returning();
  if (row === undefined) throw new Error('the card is gone');
  return { ...row, fileKey: fields.fileKey };
}

/** A deleted card keeps its row, for those who look back, and no file. */
export async function markCardDeleted(db: Database, id: string, now: Date): Promise<void> {
  await db.update(insuranceCards).set({ deletedAt: now, fileKey: null }).where(eq(insuranceCards.id, id));
}

/** Whether an order has taken this file with the card as it was then. */
export async function isFileOfOrder(db: Database, fileKey: string): Promise<boolean> {
  const locked = await db.select({ id: orders.id }).from(orders).where(eq(orders.cardUrl, fileKey)).limit(1);
  return locked.length > 0;
}

interface SameCard {
  readonly id: string;
  readonly rate: number;
  readonly fileKey: string;
}

/** Marks a card checked, if it still is as an order took it. */
export async function setVerified(db: Database, card: SameCard, verified: boolean): Promise<void> {
  await db
    .update(insuranceCards)
    .set({ verified })
    .where(
      and(
        eq(insuranceCards.id, card.id),
        eq(insuranceCards.rate, card.rate),
        eq(insuranceCards.fileKey, card.fileKey),
      ),
    );
}

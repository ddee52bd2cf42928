import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type InsuranceCardRow, insuranceCards } from '../database/schema/insurance.ts';
import { orders } from '../database/schema/orders.ts';
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

type NewCard = Pick<ActiveCard, 'ownerId' | 'label' | 'rate' | 'fileKey' | 'createdAt'>;

/** @throws 409 CARD_EXISTS when the customer already has a card */
export async function insertCard(db: Database, card: NewCard): Promise<ActiveCard> {
  const [row] = await db.insert(insuranceCards).values(card).onConflictDoNothing().returning();
  if (row === undefined) throw new Refusal('CARD_EXISTS');
  return { ...row, fileKey: card.fileKey };
}

type CardFields = Pick<ActiveCard, 'label' | 'rate' | 'fileKey'>;

/** Changes a card and clears `verified`. */
export async function updateCard(db: Database, id: string, fields: CardFields): Promise<ActiveCard> {
  const [row] = await db
    .update(insuranceCards)
    .set({ ...fields, verified: false })
    .where(eq(insuranceCards.id, id))
    .returning();
  if (row === undefined) throw new Error('the card was not found');
  return { ...row, fileKey: fields.fileKey };
}

/** Soft delete: the row remains for history, without its file. */
export async function markCardDeleted(db: Database, id: string, now: Date): Promise<void> {
  await db.update(insuranceCards).set({ deletedAt: now, fileKey: null }).where(eq(insuranceCards.id, id));
}

/** Whether an order copied this file with the card. */
export async function isFileOfOrder(db: Database, fileKey: string): Promise<boolean> {
  const found = await db.select({ id: orders.id }).from(orders).where(eq(orders.cardUrl, fileKey)).limit(1);
  return found.length > 0;
}

interface CardCopy {
  readonly id: string;
  readonly label: string | null;
  readonly rate: number;
  readonly fileKey: string;
}

/** Sets `verified` if the card is still what the order copied. */
export async function setVerified(db: Database, card: CardCopy, verified: boolean): Promise<void> {
  await db
    .update(insuranceCards)
    .set({ verified })
    .where(
      and(
        eq(insuranceCards.id, card.id),
        card.label === null ? isNull(insuranceCards.label) : eq(insuranceCards.label, card.label),
        eq(insuranceCards.rate, card.rate),
        eq(insuranceCards.fileKey, card.fileKey),
      ),
    );
}

import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type InsuranceCardRow, insuranceCards } from '../database/schema/insurance.ts';

/** A card that stands, with its file. */
export type StandingCard = InsuranceCardRow & { readonly fileKey: string };

/** This customer's own card of this id; null for any other, and once it is deleted. */
export async function findCardOf(db: Database, ownerId: string, id: string): Promise<StandingCard | null> {
  const [row] = await db
    .select()
    .from(insuranceCards)
    .where(
      and(eq(insuranceCards.id, id), eq(insuranceCards.ownerId, ownerId), isNull(insuranceCards.deletedAt)),
    );
  return row === undefined || row.fileKey === null ? null : { ...row, fileKey: row.fileKey };
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

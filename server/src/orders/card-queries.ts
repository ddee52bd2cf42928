import { and, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { insuranceCards } from '../database/schema/insurance.ts';
import { type OrderRow, orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import type { CardCopy } from '../insurance/queries.ts';
import { changeIf } from './change-queries.ts';

/** @returns false when the order has no card, or its card already has this value */
export async function setCardVerified(tx: Database, id: string, verified: boolean): Promise<boolean> {
  const changed = await tx
    .update(orders)
    .set({ cardVerified: verified, ...(verified && { cardAwaited: false }) })
    .where(and(eq(orders.id, id), isNotNull(orders.cardId), ne(orders.cardVerified, verified)))
    .returning({ id: orders.id });
  return changed.length === 1;
}

/** Sets whether the payment of an unpaid order waits for the check of its card. */
export async function setCardAwaited(tx: Database, id: string, awaited: boolean): Promise<void> {
  await changeIf(tx, id, 'pre-treatment', ne(orders.cardAwaited, awaited), { cardAwaited: awaited });
}

/** Notes the prior agreement of the insurer of an unpaid order, whose payment no longer waits. @returns false when it has none or is no longer unpaid */
export function setAgreement(tx: Database, id: string, agreement: string): Promise<boolean> {
  return changeIf(tx, id, 'pre-treatment', isNotNull(orders.cardId), { agreement, cardAwaited: false });
}

type Amounts = Pick<OrderRow, 'commission' | 'reduction' | 'total'>;

/** Takes the card off an unpaid order, with the amounts that follow. @returns false when it is no longer unpaid */
export function removeCard(tx: Database, id: string, amounts: Amounts): Promise<boolean> {
  const without = { cardId: null, cardLabel: null, cardRate: null, cardUrl: null, cardVerified: false };
  const insured = { covered: null, agreement: null, cardAwaited: false };
  return changeIf(tx, id, 'pre-treatment', undefined, { ...amounts, ...without, ...insured });
}

/** Finds the orders that copied this card, are not cancelled and where it is not verified, in the order of their ids. */
export async function findOrdersWithCard(tx: Database, card: CardCopy): Promise<string[]> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.cardId, card.id),
        eq(orders.cardRate, card.rate),
        eq(orders.cardUrl, card.fileKey),
        eq(orders.cardVerified, false),
        ne(orders.state, 'cancelled'),
      ),
    )
    .orderBy(orders.id);
  return rows.map(({ id }) => id);
}

export interface Use {
  readonly customerId: string;
  /** Keyed hashes replace their telephone, once it is proven. */
  readonly persons: readonly string[];
  /** The digest of the photograph of the card; null when the card is checked. */
  readonly file: string | null;
  /** The basket that is about to be paid has these ids, and is not counted. */
  readonly basketIds: readonly string[];
  readonly since: Date;
  /** A portal that was opened before can no longer be paid in. */
  readonly portalsSince: Date;
}

/**
 * Sums what unchecked cards took off for a person since then, FCFA: in paid orders, and in payments that may still be paid. One
 * purchase counts once.
 */
export async function sumUnchecked(
  tx: Database,
  { customerId, persons, file, basketIds, since, portalsSince }: Use,
): Promise<number> {
  const isTheirs = or(
    eq(payments.customerId, customerId),
    inArray(payments.uncheckedPerson, [...persons]),
    file === null ? undefined : eq(payments.uncheckedFile, file),
  );
  const { rows } = await tx.execute<{ sum: number }>(sql`
    select coalesce(sum(taken), 0)::int as sum from (
      select max(${payments.uncheckedReduction}) as taken from ${payments}
        left join ${orders} on ${orders.id} = ${payments.orderId}
      where ${isTheirs} and ${payments.uncheckedReduction} > 0 and ${payments.createdAt} > ${since}
        and ${payments.basketId} <> all(${sql.param(basketIds)}::text[])
        and case ${payments.status}
          when 'paid' then not ${orders.cardVerified} and ${orders.state} <> 'cancelled' and not exists (
            select from ${insuranceCards} where ${insuranceCards.id} = ${orders.cardId} and ${insuranceCards.verified}
              and ${insuranceCards.rate} = ${orders.cardRate} and ${insuranceCards.fileKey} = ${orders.cardUrl})
          when 'pending' then true
          -- Declined, given up or expired: the provider may still confirm it while its portal is open.
          when 'failed' then ${payments.createdAt} > ${portalsSince}
          when 'cancelled' then ${payments.createdAt} > ${portalsSince}
          when 'expired' then ${payments.createdAt} > ${portalsSince}
          else false end
      group by ${payments.customerId}, ${payments.basketId}) used`);
  return rows[0]?.sum ?? 0;
}

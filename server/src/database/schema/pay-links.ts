import type { OrderDraft } from '@amasin/domain/orders/draft.ts';
import type { Quote } from '@amasin/domain/orders/pricing.ts';
import type { ShownContent } from '@amasin/domain/payments/pay-request.ts';
import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { fcfa, latestFirst, moment, primaryId, reference } from './columns.ts';
import { orders } from './orders.ts';
import { users } from './users.ts';

/** What a link asks to pay before there is an order: frozen again when it is paid, as nothing is reserved. */
export interface LinkedDraft {
  /** Without prices and total. */
  readonly order: OrderDraft;
  readonly lines: ShownContent['lines'];
  readonly quote: Quote;
}

/** Links by which somebody without an account may pay for a customer (rule 56). */
export const payLinks = pgTable(
  'pay_links',
  {
    id: primaryId(),
    /** The token itself is nowhere: who reads this table can pay nothing and read nothing. */
    tokenHash: text('token_hash').notNull(),
    customerId: reference('customer_id', () => users.id, { onDelete: 'cascade' }).notNull(),
    /** The order that waits for its payment; null for a draft. */
    orderId: reference('order_id', () => orders.id),
    /** Erased at night once the link can be paid no more. */
    draft: jsonb('draft').$type<LinkedDraft>(),
    /** As in `payments`: what is paid by whichever way is one basket (decision 20). */
    basketId: text('basket_id').notNull(),
    contentDigest: text('content_digest').notNull(),
    /** As it was when the link was made. */
    amount: fcfa('amount_fcfa').notNull(),
    /** The customer shows medicines and receipt to whoever has the link. */
    showsContent: boolean('shows_content').notNull().default(false),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    withdrawnAt: moment('withdrawn_at'),
  },
  (t) => [
    check('pay_links_amount', sql`${t.amount} > 0`),
    check('pay_links_expires', sql`${t.expiresAt} > ${t.createdAt}`),
    check('pay_links_draft', sql`${t.draft} is null or ${t.orderId} is null`),
    uniqueIndex('pay_links_token_unique').on(t.tokenHash),
    // A new link withdraws the former one of its basket.
    uniqueIndex('pay_links_one_per_basket').on(t.customerId, t.basketId).where(sql`${t.withdrawnAt} is null`),
    index('pay_links_customer').on(t.customerId, ...latestFirst(t)),
    index('pay_links_order').on(t.orderId).where(sql`${t.orderId} is not null`),
    index('pay_links_expires').on(t.expiresAt),
  ],
);

export type PayLinkRow = typeof payLinks.$inferSelect;

import { PAY_LINK_MS } from '@amasin/domain/payments/pay-link.ts';
import type { Database } from '../database/database.ts';
import { type PayLinkRow, payLinks } from '../database/schema/pay-links.ts';
import { orderDigest } from '../orders/pay.ts';
import { newToken, tokenHash } from '../session/tokens.ts';
import { buildOrder } from './order.ts';

/** A link for an unpaid order of the customer, with its token. */
export async function buildPayLink(
  db: Database,
  given: Partial<PayLinkRow> = {},
): Promise<PayLinkRow & { token: string }> {
  const customer = given.customerId === undefined ? {} : { customerId: given.customerId };
  const { id, total, customerId } = await buildOrder(db, { state: 'pre-treatment', ...customer });
  const token = newToken();
  const createdAt = given.createdAt ?? new Date('2026-11-20T10:00:00Z');
  const [row] = await db
    .insert(payLinks)
    .values({
      tokenHash: tokenHash(token),
      customerId,
      orderId: id,
      basketId: id,
      contentDigest: orderDigest(id),
      amount: total ?? 0,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + PAY_LINK_MS),
      ...given,
    })
    .returning();
  if (row === undefined) throw new Error('the pay link was not inserted');
  return { ...row, token };
}

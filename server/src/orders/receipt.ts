import type { Database } from '../database/database.ts';
import { childPool } from '../files/child-pool.ts';
import { findPayment } from '../payments/queries.ts';
import { findUser } from '../people/queries.ts';
import { findForms, findOrderFor } from './queries.ts';
import { quoteOf } from './quote.ts';
import type { PrintedReceipt } from './render-receipt.ts';

const render = childPool<PrintedReceipt, Uint8Array>(new URL('./render.child.ts', import.meta.url), {
  processes: 1,
  // A tenth of a second each.
  waiting: 50,
  jobMs: 15_000,
  megabytes: 300,
  failure: 'UNAVAILABLE',
});

/** Names of the providers on receipts; others are printed as they are. */
const providers: Readonly<Record<string, string>> = { sandbox: 'Démonstration' };

/**
 * The PDF behind a link to `receipt:<order id>`, for the user it was signed for; null when they no longer see the order.
 * @throws 503 UNAVAILABLE when too many wait
 */
export async function openReceipt(db: Database, id: string, readerId: string) {
  const reader = await findUser(db, readerId);
  const view = reader && (await findOrderFor(db, { _id: reader.id, type: reader.type }, id));
  if (!view) return null;
  const { order, items } = view;
  const payment = order.transactionId && (await findPayment(db, order.transactionId));
  if (order.paidAt === null || !payment) return null;
  const forms = await findForms(db, id);
  const bytes = await render({
    number: order.number,
    placedAt: order.createdAt,
    paidAt: order.paidAt,
    customer: view.customer.name,
    pharmacy: view.pharmacy?.name ?? null,
    pharmacist: order.pharmacyId && ((await findUser(db, order.pharmacyId))?.pharmacist ?? null),
    zone: order.zoneLabel,
    items: items.map(({ medicationId, label, quantity, price }) => {
      const form = forms.get(medicationId) ?? 'other';
      return { label, form, quantity, price, posology: null, duration: null };
    }),
    quote: quoteOf(order),
    rate: order.cardRate,
    transactionId: payment.transactionId,
    provider: providers[payment.provider] ?? payment.provider,
  });
  const { customerId } = order;
  return {
    bytes,
    size: bytes.length,
    contentType: 'application/pdf',
    fileName: `recu-${order.number}.pdf`,
    about: { kind: 'order' as const, id, event: 'receipt' as const, customerId, authorId: null },
  };
}

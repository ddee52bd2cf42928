import { formatDateTime, formatMoney } from '@amasin/domain/contract/format.ts';
import { type Quote, quoteOf } from '@amasin/domain/orders/pricing.ts';
import type { Database } from '../database/database.ts';
import { findPayment } from '../payments/queries.ts';
import { drawPdfOnce } from '../pdf/draw.ts';
import { head, medicines, type PrintedItem, type Sheet, sums, table, text } from '../pdf/sheet.ts';
import { findUser } from '../people/queries.ts';
import { findOrderFor, type OrderView } from './queries.ts';

/** Names of the providers on receipts; others are printed as they are. */
const providers: Readonly<Record<string, string>> = { sandbox: 'Démonstration' };

/**
 * Draws the PDF behind a link to `receipt:<order id>`, for the user it was signed for; null when they no longer see the order.
 * @throws 503 UNAVAILABLE when too many wait
 */
export async function openReceipt(db: Database, id: string, readerId: string) {
  const reader = await findUser(db, readerId);
  const view = reader && (await findOrderFor(db, { _id: reader.id, type: reader.type }, id));
  if (!view) return null;
  const { order, items } = view;
  const payment = order.transactionId && (await findPayment(db, order.transactionId));
  if (order.paidAt === null || !payment) return null;
  const paper = paperOf({
    number: order.number,
    placedAt: order.createdAt,
    paidAt: order.paidAt,
    customer: view.customer.name,
    pharmacy: view.pharmacy?.name ?? null,
    pharmacist: order.pharmacyId && ((await findUser(db, order.pharmacyId))?.pharmacist ?? null),
    zone: order.zoneLabel,
    items: items.map(({ label, form, quantity, price, prescribedLabel, givenPrice }) => {
      const instead =
        prescribedLabel === null
          ? null
          : `à la place de ${prescribedLabel}, ${formatMoney(price)} ; donné à ${formatMoney(givenPrice ?? price)}`;
      return { label, form, quantity, price, posology: instead, duration: null };
    }),
    quote: quoteOf(order),
    givenBack: view.givenBack.map(({ amount, lines }) => ({
      amount,
      what: lines
        .map(({ position, quantity }) =>
          quantity === 0
            ? `différence de prix, ${labelAt(items, position)}`
            : `${quantity} × ${labelAt(items, position)}`,
        )
        .join(', '),
    })),
    rate: order.cardRate,
    transactionId: payment.transactionId,
    provider: providers[payment.provider] ?? payment.provider,
  });
  const bytes = await drawPdfOnce(paper);
  const { customerId } = order;
  return {
    bytes,
    size: bytes.length,
    contentType: 'application/pdf',
    fileName: `recu-${order.number}.pdf`,
    about: { kind: 'order' as const, id, event: 'receipt' as const, customerId, authorId: null },
  };
}

interface PrintedReceipt {
  readonly number: string;
  readonly placedAt: Date;
  readonly paidAt: Date;
  readonly customer: string;
  /** Null until one is assigned. */
  readonly pharmacy: string | null;
  /** Null while unknown. */
  readonly pharmacist: string | null;
  readonly zone: string;
  readonly items: readonly PrintedItem[];
  readonly quote: Quote;
  /** What was given back of it since, and which lines. */
  readonly givenBack: readonly { readonly amount: number; readonly what: string }[];
  /** The rate of the insurance card, percent; null without a card. */
  readonly rate: number | null;
  readonly transactionId: string;
  readonly provider: string;
}

const labelAt = (items: OrderView['items'], position: number) =>
  items.find((item) => item.position === position)?.label ?? 'Médicament';

/** Lays out the receipt. */
function paperOf(receipt: PrintedReceipt): Sheet {
  const { number, placedAt, paidAt, pharmacy, pharmacist, items, quote, givenBack, rate } = receipt;
  const back = givenBack.reduce((sum, { amount }) => sum + amount, 0);
  const facts: [name: string, value: string | null][] = [
    ['Client', receipt.customer],
    ['Pharmacie', pharmacy],
    ['Pharmacien', pharmacist],
    ['Commandée le', formatDateTime(placedAt)],
    ['Payée le', formatDateTime(paidAt)],
    ['Paiement', receipt.provider],
    ['Transaction', receipt.transactionId],
  ];
  const known = facts.flatMap(([name, value]) => (value === null ? [] : [[text('dimmed', name), value]]));
  const insured = `Part de l’assurance (${rate}\u00a0%)`;
  return {
    title: `Reçu ${number}`,
    at: paidAt,
    size: 'A5',
    foot: [`${number} · page `, ' sur '],
    content: [
      head(`Reçu ${number}`, formatDateTime(paidAt)),
      { ...table('bare', [84, '*'], known), margin: [0, 14] },
      ...medicines(items),
      sums([
        ...(items.length === 0 ? [['Médicaments', formatMoney(quote.medicines)] as const] : []),
        [`Livraison (${receipt.zone})`, formatMoney(quote.deliveryFee)],
        ['Commission Amasin', formatMoney(quote.commission)],
        ...(rate === null ? [] : [[insured, formatMoney(-quote.reduction)] as const]),
        ['Total payé', formatMoney(quote.total)],
        ...givenBack.map(({ amount, what }) => [`Rendu : ${what}`, formatMoney(-amount)] as const),
        ...(back === 0 ? [] : [['Reste payé', formatMoney(quote.total - back)] as const]),
      ]),
    ],
  };
}

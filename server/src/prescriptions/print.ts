import { createHash } from 'node:crypto';
import { PRICE_VALIDITY_DAYS } from '@amasin/domain/prescriptions/prescription.ts';
import { titledName } from '@amasin/domain/users/partner-title.ts';
import type { Database } from '../database/database.ts';
import { childPool } from '../files/child-pool.ts';
import { findCustomerByPhone, findUser } from '../people/queries.ts';
import { hidesPhone, isVerified } from './present.ts';
import { findAuthorTitle, findForms, findPrescription } from './queries.ts';
import type { PrintedPrescription } from './render-prescription.ts';

const DAY_MS = 24 * 3600_000;

/** The PDF behind a link to `prescription:<id>`, for the user it was signed for; null once the prescription is deleted. */
export async function openPrintedPrescription(db: Database, id: string, readerId: string) {
  const view = await findPrescription(db, id);
  if (view === null || view.prescription.deletedAt !== null) return null;
  const reader = await findUser(db, readerId);
  if (reader === null) return null;
  const { prescription: row, author, items } = view;
  const isPhoneHidden = hidesPhone(view, { _id: reader.id, type: reader.type });
  const title = await findAuthorTitle(db, id);
  const forms = await findForms(db, id);
  const bytes = await printOnce({
    number: row.number,
    createdAt: row.createdAt,
    pricesUntil: new Date(row.pricedAt.getTime() + PRICE_VALIDITY_DAYS * DAY_MS),
    prescriber: {
      name: titledName(author.name, title),
      phone: author.phone,
      ...(!isVerified(author) && { warning: 'Prescripteur non vérifié' }),
    },
    patient: { name: row.patientName, phone: isPhoneHidden ? null : row.patientPhone },
    items: items.map(({ medicationId, ...item }) => ({ ...item, form: forms.get(medicationId) ?? 'other' })),
  });
  const customerId = view.order?.customerId ?? (await findCustomerByPhone(db, row.patientPhone))?.id ?? null;
  return {
    bytes,
    size: bytes.length,
    contentType: 'application/pdf',
    fileName: `${row.number}.pdf`,
    about: { kind: 'prescription' as const, id, customerId, authorId: row.authorId },
  };
}

/** Drawn prescriptions kept in memory, about 30 kB each. */
const MAX_KEPT = 100;

const render = childPool<PrintedPrescription, Uint8Array>(new URL('./render.child.ts', import.meta.url), {
  processes: 1,
  // A tenth of a second each.
  waiting: 50,
  jobMs: 15_000,
  megabytes: 300,
  failure: 'UNAVAILABLE',
});

/** By a digest of all that is printed; the least recently used one is first. */
const kept = new Map<string, Promise<Uint8Array>>();

/**
 * The PDF of a prescription, drawn by a process of its own, once for the same content.
 * @throws 503 UNAVAILABLE when too many wait
 */
export function printOnce(printed: PrintedPrescription): Promise<Uint8Array> {
  const content = createHash('sha256').update(JSON.stringify(printed)).digest('base64');
  const bytes = kept.get(content) ?? render(printed);
  kept.delete(content);
  kept.set(content, bytes);
  bytes.catch(() => kept.delete(content));
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_KEPT) break;
    kept.delete(oldest);
  }
  return bytes;
}

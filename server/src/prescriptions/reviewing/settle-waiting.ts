import type { Database } from '../../database/database.ts';
import { type Message, notify } from '../../notifications/notify.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { ReviewedMedication, WaitingPrescriptions } from '../../ports/waiting-prescriptions.ts';
import { deleteWatchers, findReady, findWatchers, lockWaiting, priceLines } from './queries.ts';

export const waitingPrescriptions: WaitingPrescriptions = { approve, refuse };

type Waiting = Awaited<ReturnType<typeof lockWaiting>>[number];

/**
 * Their other prices stay frozen, and so does the version: an open payment leaves the waiting lines out, since a prescription
 * is not paid with them.
 */
async function approve(jobs: Jobs, tx: Database, medication: ReviewedMedication, at: Date): Promise<void> {
  const waiting = await lockWaiting(tx, medication.id);
  if (waiting.length === 0) return;
  const ids = waiting.map(({ id }) => id);
  await priceLines(tx, ids, { medicationId: medication.id, price: medication.price });
  await tellReady(jobs, tx, waiting, at);
}

/** Tells the prescribers and the customers of those of these prescriptions that can be ordered now. */
async function tellReady(jobs: Jobs, tx: Database, waiting: readonly Waiting[], at: Date): Promise<void> {
  const found = await findReady(
    tx,
    waiting.map(({ id }) => id),
  );
  const ready = new Set(found.map(({ id }) => id));
  const customers = new Set(found.flatMap(({ customerId }) => customerId ?? []));
  await notify(jobs, tx, at, [
    ...waiting.filter(({ id }) => ready.has(id)).map(canBeOrdered),
    ...[...customers].map(canBePaid),
  ]);
  if (ready.size > 0) await deleteWatchers(tx, [...ready]);
}

/** A pharmacist has approved a prescription of a prescriber who is not verified. */
export const announceApproval = (jobs: Jobs, tx: Database, approved: Waiting, at: Date): Promise<void> =>
  tellReady(jobs, tx, [approved], at);

/** A pharmacist has refused it: it is no longer found. */
export async function announceRefusal(jobs: Jobs, tx: Database, refused: Waiting, at: Date): Promise<void> {
  const customers = await findWatchers(tx, [refused.id]);
  await notify(jobs, tx, at, [isRefused(refused), ...customers.map(cannotBeOrdered)]);
  await deleteWatchers(tx, [refused.id]);
}

async function refuse(jobs: Jobs, tx: Database, medication: ReviewedMedication, at: Date): Promise<void> {
  const waiting = await lockWaiting(tx, medication.id);
  if (waiting.length === 0) return;
  const customers = await findWatchers(
    tx,
    waiting.map(({ id }) => id),
  );
  await notify(jobs, tx, at, [...waiting.map(hasRefused), ...customers.map(canLeaveOut)]);
}

const toPrescriber = ({ authorId, number }: Waiting, title: string, message: string): Message => ({
  userId: authorId,
  title,
  message,
  link: `/doctor-dashboard?prescription=${number}`,
});

const canBeOrdered = (waiting: Waiting) =>
  toPrescriber(waiting, 'Ordonnance vérifiée', `Votre ordonnance ${waiting.number} peut être commandée.`);

const isRefused = (waiting: Waiting) =>
  toPrescriber(
    waiting,
    'Ordonnance refusée',
    `Un pharmacien n’a pas accepté votre ordonnance ${waiting.number}. Elle ne peut plus être commandée.`,
  );

const hasRefused = (waiting: Waiting) =>
  toPrescriber(
    waiting,
    'Médicament refusé',
    `Un médicament de votre ordonnance ${waiting.number} n’a pas été accepté. Corrigez-la.`,
  );

// A locked phone shows the text: neither medicine nor number.
const toPayer = (userId: string, title: string, message: string): Message => ({
  userId,
  title,
  message,
  link: '/order',
});

const canBePaid = (userId: string) =>
  toPayer(
    userId,
    'Ordonnance vérifiée',
    'L’ordonnance que vous vouliez payer est prête : vous pouvez la commander.',
  );

const canLeaveOut = (userId: string) =>
  toPayer(
    userId,
    'Médicament refusé',
    'Un médicament de votre ordonnance ne peut pas être commandé. Vous pouvez prendre les autres.',
  );

const cannotBeOrdered = (userId: string) =>
  toPayer(
    userId,
    'Ordonnance refusée',
    'L’ordonnance que vous vouliez payer n’a pas été acceptée. Parlez-en à votre prescripteur.',
  );

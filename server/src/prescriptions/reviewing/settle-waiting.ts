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
  const found = await findReady(tx, ids);
  const ready = new Set(found.map(({ id }) => id));
  const customers = new Set(found.flatMap(({ customerId }) => customerId ?? []));
  await notify(jobs, tx, at, [
    ...waiting.filter(({ id }) => ready.has(id)).map(canBeOrdered),
    ...[...customers].map(canBePaid),
  ]);
  if (ready.size > 0) await deleteWatchers(tx, [...ready]);
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
  toPrescriber(waiting, 'Prix vérifiés', `Votre ordonnance ${waiting.number} peut être commandée.`);

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
    'Prix vérifiés',
    'L’ordonnance que vous vouliez payer est prête : vous pouvez la commander.',
  );

const canLeaveOut = (userId: string) =>
  toPayer(
    userId,
    'Médicament refusé',
    'Un médicament de votre ordonnance ne peut pas être commandé. Vous pouvez prendre les autres.',
  );

import { DAY_MS } from '@amasin/domain/contract/time.ts';
import { HANDOVER_PHOTO_DAYS } from '@amasin/domain/orders/handover.ts';
import type { SQL } from 'drizzle-orm';
import type { SystemCtx } from '../ctx.ts';
import { transact } from '../database/transaction.ts';
import type { Settings } from '../env.ts';
import {
  countAll,
  deleteConsultations,
  deleteDeclared,
  deleteFrom,
  eraseBaskets,
  eraseFiles,
  eraseOrders,
  erasePrescriptions,
  oldAttempts,
  oldBaskets,
  oldCards,
  oldConsultations,
  oldDeclared,
  oldFiles,
  oldHandovers,
  oldJournal,
  oldNotifications,
  oldOpenings,
  oldOrders,
  oldPrescriptions,
  type Step,
} from './queries.ts';

/** One transaction erases this many rows at most. */
const BATCH = 500;
/** One night erases this many batches of each kind at most; the next ones erase the others. */
const BATCHES = 40;

export type KindName =
  | 'orders'
  | 'declared'
  | 'prescriptions'
  | 'attempts'
  | 'baskets'
  | 'consultations'
  | 'notifications'
  | 'cards'
  | 'files'
  | 'handovers'
  | 'journal'
  | 'openings';

type Keeping = Pick<
  Settings,
  'keepPhotosDays' | 'keepOrdersYears' | 'keepDeclaredYears' | 'keepJournalYears'
>;

/** What is erased in the same way, by the name that logs and the operator's command give it. */
interface Kind {
  readonly name: KindName;
  readonly select: SQL;
  readonly step: Step;
}

/** Photographs of handovers, and the kinds that the settings do not keep without limit, in the order in which they are erased. */
function kindsOf(settings: Keeping, now: Date): Kind[] {
  const { keepPhotosDays, keepOrdersYears, keepDeclaredYears, keepJournalYears } = settings;
  const content = keepOrdersYears === 0 ? null : yearsBefore(now, keepOrdersYears);
  // A photograph says what the order no longer says, so it goes with it at the latest.
  const photos = latest(
    keepPhotosDays === 0 ? null : new Date(now.getTime() - keepPhotosDays * DAY_MS),
    content,
  );
  const handovers = oldHandovers(new Date(now.getTime() - HANDOVER_PHOTO_DAYS * DAY_MS));
  const kinds: Kind[] = [{ name: 'handovers', select: handovers, step: eraseFiles }];
  if (content !== null)
    kinds.push(
      { name: 'orders', select: oldOrders(content, now), step: eraseOrders },
      { name: 'prescriptions', select: oldPrescriptions(content, now), step: erasePrescriptions },
      { name: 'attempts', select: oldAttempts(content), step: deleteFrom('payments') },
      { name: 'baskets', select: oldBaskets(content), step: eraseBaskets },
      { name: 'consultations', select: oldConsultations(content), step: deleteConsultations },
      { name: 'notifications', select: oldNotifications(content), step: deleteFrom('notifications') },
      { name: 'cards', select: oldCards(content), step: deleteFrom('insurance_cards') },
    );
  if (keepDeclaredYears > 0)
    kinds.push({ name: 'declared', select: oldDeclared(now, keepDeclaredYears), step: deleteDeclared });
  if (photos !== null) kinds.push({ name: 'files', select: oldFiles(photos), step: eraseFiles });
  if (keepJournalYears > 0)
    kinds.push(
      { name: 'journal', select: oldJournal(now, keepJournalYears), step: deleteFrom('audit') },
      { name: 'openings', select: oldOpenings(now, keepJournalYears), step: deleteFrom('file_openings') },
    );
  return kinds;
}

function yearsBefore(now: Date, years: number): Date {
  const at = new Date(now);
  at.setUTCFullYear(at.getUTCFullYear() - years);
  return at;
}

const latest = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one;

type Counts = Partial<Record<KindName, number>>;

/**
 * Erases what has been kept long enough (decision 75), in small transactions: ended halfway, it goes on the next night. A kind that
 * fails does not stop the others.
 * @throws after all others were erased, when a kind could not be
 */
export async function eraseOld({ db, clock, settings, log }: SystemCtx): Promise<Counts> {
  const now = clock.now();
  const erased: Counts = {};
  const failed: KindName[] = [];
  for (const { name, select, step } of kindsOf(settings, now)) {
    try {
      for (let batch = 0; batch < BATCHES; batch += 1) {
        const count = await transact(db, (tx) => step(tx, select, BATCH, now));
        if (count > 0) erased[name] = (erased[name] ?? 0) + count;
        if (count < BATCH) break;
      }
    } catch (error) {
      failed.push(name);
      log.error({ err: error, name }, 'what was kept long enough could not be erased');
    }
  }
  if (Object.keys(erased).length > 0) log.info(erased, 'erased what was kept long enough');
  if (failed.length > 0) throw new Error(`not erased: ${failed.join(', ')}`);
  return erased;
}

/** Counts what the next night erases. */
export async function countOld({
  db,
  clock,
  settings,
}: Pick<SystemCtx, 'db' | 'clock'> & { settings: Keeping }): Promise<{ name: KindName; count: number }[]> {
  const counts: { name: KindName; count: number }[] = [];
  for (const { name, select } of kindsOf(settings, clock.now()))
    counts.push({ name, count: await countAll(db, select) });
  return counts;
}

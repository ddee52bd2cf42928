import { DAY_MS } from '@amasin/domain/contract/time.ts';
import type {
  PharmacyRecall,
  Recall,
  ReceivedRecall,
  WrittenBatches,
} from '@amasin/domain/recalls/recall.ts';
import type { Ctx } from '../ctx.ts';
import { Refusal } from '../refusal.ts';
import {
  countWritten,
  findAnswers,
  findForPharmacy,
  findRecall,
  findRecalls,
  findReceived,
  type RecallView,
  setRead,
} from './queries.ts';

/** @throws 404 NOT_FOUND */
export async function loadRecall({ db }: Ctx, id: string): Promise<RecallView> {
  const found = await findRecall(db, id);
  if (found === null) throw new Refusal('NOT_FOUND');
  return found;
}

/** Lists all recalls, without pagination: they are few. */
export async function listRecalls({ db }: Ctx): Promise<{ recalls: Recall[]; total: number }> {
  const found = (await findRecalls(db)).map(presentRecall);
  return { recalls: found, total: found.length };
}

export const readAnswers = ({ db }: Ctx, { recall }: RecallView) => findAnswers(db, recall.id);

/** What everybody reads who is concerned. */
function presentAbout({ recall, medication }: Pick<RecallView, 'recall' | 'medication'>) {
  const { id: _id, lots, advice, note, source, day, createdAt } = recall;
  return { _id, medication, lots, advice, note, source, day, createdAt: createdAt.toISOString() };
}

export function presentRecall(view: RecallView): Recall {
  const { recall, createdBy, liftedBy, counts } = view;
  const { all, told, reached, answered, kept, waiting } = counts;
  return {
    ...presentAbout(view),
    createdBy,
    lifted:
      recall.liftedAt === null || liftedBy === null
        ? null
        : { at: recall.liftedAt.toISOString(), by: liftedBy },
    customers: { all, told, reached, answered, kept },
    pharmacies: { told: counts.pharmacies, answered: counts.pharmaciesAnswered, boxes: counts.boxes },
    waiting: [...waiting],
  };
}

/** Lists the recalls of what the customer received, who has then read them. */
export async function listReceived({ db, actor, clock }: Ctx) {
  const found = await findReceived(db, actor._id);
  if (found.some(({ recipient }) => recipient.openedAt === null)) await setRead(db, actor._id, clock.now());
  const recalls = found.map(
    ({ order, recipient: { maybe, answeredAt, kept }, ...view }): ReceivedRecall => ({
      ...presentAbout(view),
      order,
      maybe,
      lifted: view.recall.liftedAt !== null,
      answered: answeredAt !== null,
      kept,
    }),
  );
  return { recalls, total: recalls.length };
}

export async function listForPharmacy({ db, actor }: Ctx) {
  const recalls = (await findForPharmacy(db, actor._id)).map(
    ({ answer, ...view }): PharmacyRecall => ({
      ...presentAbout(view),
      asks: answer !== null && answer.answeredAt === null,
      boxes: answer?.boxes ?? null,
    }),
  );
  return { recalls, total: recalls.length };
}

const WRITTEN_DAYS = 30;

/** Says how many of the lines that a pharmacy prepared lately have a batch. */
export async function listWritten({ db, clock }: Ctx) {
  const since = new Date(clock.now().getTime() - WRITTEN_DAYS * DAY_MS);
  const pharmacies = (await countWritten(db, since)).map(
    ({ id: _id, name, lines, written }): WrittenBatches => ({ pharmacy: { _id, name }, lines, written }),
  );
  return { pharmacies, total: pharmacies.length };
}

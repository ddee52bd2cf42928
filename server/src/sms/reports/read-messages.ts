import type { ResponseBody } from '@amasin/domain/contract/endpoint.ts';
import type { smsEndpoints } from '@amasin/domain/sms/endpoints.ts';
import { smsStates } from '@amasin/domain/sms/kinds.ts';
import type { Ctx, SystemCtx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { WAIT_MS } from '../sweep-messages.ts';
import { countMessages, findFailures } from './report-queries.ts';

const DAY_MS = 24 * 3600_000;
const SHOWN = 20;

type Counts = Record<(typeof smsStates)[number], number>;

/** The messages of the last 24 hours, by state. */
export async function countLatest(db: Database, now: Date): Promise<Counts> {
  const rows = await countMessages(db, ago(now, DAY_MS), ago(now, WAIT_MS));
  const counts = smsStates.map((state) => [state, rows.find((row) => row.state === state)?.count ?? 0]);
  return Object.fromEntries(counts) as Counts;
}

/** What became of the messages, for the super administrator. */
export async function readMessages({
  db,
  clock,
  settings,
}: Ctx): Promise<ResponseBody<typeof smsEndpoints.readSms>> {
  const now = clock.now();
  const [counts, failures] = await Promise.all([
    countLatest(db, now),
    findFailures(db, ago(now, WAIT_MS), SHOWN),
  ]);
  return {
    counts,
    failures: failures.map(({ message: { id, kind, phone, reason, detail, createdAt }, orderNumber }) => ({
      _id: id,
      kind,
      phone,
      reason: reason ?? 'expired',
      detail,
      order: orderNumber,
      at: createdAt.toISOString(),
    })),
    moments: [...settings.smsMoments],
  };
}

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** For the overview: what the operator has to look at. */
export const countFailed = async ({ db, clock }: Pick<SystemCtx, 'db' | 'clock'>): Promise<number> =>
  (await countLatest(db, clock.now())).failed;

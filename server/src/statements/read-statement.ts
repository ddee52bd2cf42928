import { isHolderType } from '@amasin/domain/statements/holder.ts';
import { isProvisional, monthRange } from '@amasin/domain/statements/month.ts';
import type { StatementMonth } from '@amasin/domain/statements/statement.ts';
import { closingOf, type Sums } from '@amasin/domain/statements/sums.ts';
import type { Ctx } from '../ctx.ts';
import type { PageRequest } from '../database/lists/paging.ts';
import { findUser } from '../people/queries.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { presentHolder, presentLine } from './present.ts';
import {
  findLinesAfter,
  findMonths,
  findPage,
  type Holder,
  type Line,
  type Period,
  sumLines,
  sumOwedBefore,
} from './queries.ts';

/** How many months are listed. */
const LISTED = 24;
/** Lines that are read at once. */
const PART = 500;

/**
 * Whose statements are read. A partner and a pharmacy always read their own, whatever id they send.
 * @throws 422 INVALID without an id; 404 for a user who has none
 */
export async function loadHolder(ctx: Ctx, requestedId: string | undefined): Promise<Holder> {
  const id = isHolderType(ctx.actor.type) ? ctx.actor._id : requestedId;
  if (id === undefined) throw invalidField('id', 'Indiquez le partenaire ou la pharmacie');
  const user = await findUser(ctx.db, id);
  if (user === null || !isHolderType(user.type)) throw new Refusal('NOT_FOUND');
  return { id, type: user.type, name: user.name };
}

/** The latest months that have something, the latest first. */
export async function listStatements(ctx: Ctx, holder: Holder) {
  const now = ctx.clock.now();
  const found = await findMonths(ctx.db, holder, LISTED);
  const months = found.map(({ month, closing, ...sums }) =>
    summaryOf(holder, month, { now, sums, opening: closing - closingOf(0, sums) }),
  );
  return { holder: presentHolder(holder), months };
}

/** One month, and one page of its lines. @throws 404 for a month that has not begun */
export async function readStatement(ctx: Ctx, holder: Holder, month: string, page: PageRequest) {
  const period = begunRange(ctx, month);
  const [opening, sums, lines] = await Promise.all([
    sumOwedBefore(ctx.db, holder, period.from),
    sumLines(ctx.db, holder, period),
    findPage(ctx.db, holder, period, page),
  ]);
  return {
    holder: presentHolder(holder),
    statement: summaryOf(holder, month, { now: ctx.clock.now(), sums, opening }),
    lines: lines.map(presentLine),
    total: sums.lines,
  };
}

/** The lines of a month in parts, so that a long month does not hold up other calls, and what is owed before them. */
export async function openStatement(ctx: Ctx, holder: Holder, month: string) {
  const period = begunRange(ctx, month);
  const opening = await sumOwedBefore(ctx.db, holder, period.from);
  return { opening, parts: readInParts(ctx, holder, period) };
}

async function* readInParts({ db }: Ctx, holder: Holder, period: Period) {
  let last: Line | undefined;
  do {
    const lines: Line[] = await findLinesAfter(db, holder, period, last, PART);
    yield lines;
    last = lines.length < PART ? undefined : lines.at(-1);
  } while (last !== undefined);
}

function begunRange({ clock }: Ctx, month: string): Period {
  const period = monthRange(month);
  if (period.from > clock.now()) throw new Refusal('NOT_FOUND');
  return period;
}

function summaryOf(
  { type }: Holder,
  month: string,
  { now, sums, opening }: { now: Date; sums: Sums; opening: number },
): StatementMonth {
  const { lines, earned, paid, returned, medicines } = sums;
  const base = { month, provisional: isProvisional(month, now), lines };
  if (type === 'pharmacy') return { ...base, amount: medicines };
  const balance = { opening, earned, paid, returned, closing: closingOf(opening, sums) };
  return { ...base, amount: earned, balance };
}

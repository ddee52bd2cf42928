import { isPayeeType } from '@amasin/domain/benefits/payee.ts';
import { maskPhone } from '@amasin/domain/payments/operators.ts';
import { isProvisional, monthRange } from '@amasin/domain/statements/month.ts';
import type { StatementLine, StatementMonth } from '@amasin/domain/statements/statement.ts';
import { closingOf, type Sums } from '@amasin/domain/statements/sums.ts';
import type { Ctx } from '../ctx.ts';
import type { PageRequest } from '../database/paging.ts';
import { findUser } from '../people/queries.ts';
import { invalidField, Refusal } from '../refusal.ts';
import {
  findLinesAfter,
  findMonths,
  findPage,
  type Holder,
  type Line,
  type Month,
  sumMonth,
} from './queries.ts';

/** A list has this many months at most. */
const LISTED = 24;
/** This many lines are read at once. */
const PART = 500;

/**
 * Finds the person whose statements are read. A payee always reads their own, whatever id they send.
 * @throws 422 INVALID without an id; 404 for a user who has none
 */
export async function loadHolder(ctx: Ctx, requestedId: string | undefined): Promise<Holder> {
  const id = isPayeeType(ctx.actor.type) ? ctx.actor._id : requestedId;
  if (id === undefined) throw invalidField('id', 'Indiquez la personne');
  const user = await findUser(ctx.db, id);
  if (user === null || !isPayeeType(user.type)) throw new Refusal('NOT_FOUND');
  return { id, type: user.type, name: user.name };
}

/** Lists the latest months that have lines, the latest first. */
export async function listStatements(ctx: Ctx, holder: Holder) {
  const now = ctx.clock.now();
  const found = await findMonths(ctx.db, holder, LISTED);
  const months = found.map(({ month, closing, ...sums }) =>
    summaryOf(month, { now, sums, opening: closing - closingOf(0, sums) }),
  );
  return { holder: presentHolder(holder), months };
}

/** Reads one month, and one page of its lines. @throws 404 for a month that has not begun */
export async function readStatement(ctx: Ctx, holder: Holder, month: string, page: PageRequest) {
  const begun = begunMonth(ctx, month);
  const { db } = ctx;
  const [{ opening, sums }, lines] = await Promise.all([
    sumMonth(db, holder, begun),
    findPage(db, holder, begun, page),
  ]);
  return {
    holder: presentHolder(holder),
    statement: summaryOf(month, { now: ctx.clock.now(), sums, opening }),
    lines: lines.map(presentLine),
    total: sums.lines,
  };
}

/** Opens a month: its lines in parts, so that a long month does not hold up other calls, and what is owed before them. */
export async function openStatement(ctx: Ctx, holder: Holder, month: string) {
  const begun = begunMonth(ctx, month);
  const { opening } = await sumMonth(ctx.db, holder, begun);
  return { opening, parts: readInParts(ctx, holder, begun) };
}

async function* readInParts({ db }: Ctx, holder: Holder, month: Month) {
  let last: Line | undefined;
  do {
    const lines: Line[] = await findLinesAfter(db, holder, month, last, PART);
    yield lines;
    last = lines.length < PART ? undefined : lines.at(-1);
  } while (last !== undefined);
}

function begunMonth({ clock }: Ctx, month: string): Month {
  const range = monthRange(month);
  if (range.from > clock.now()) throw new Refusal('NOT_FOUND');
  return { month, ...range };
}

function summaryOf(
  month: string,
  { now, sums, opening }: { now: Date; sums: Sums; opening: number },
): StatementMonth {
  const { lines, earned, corrected, paid, returned } = sums;
  const balance = { opening, earned, corrected, paid, returned, closing: closingOf(opening, sums) };
  return { month, provisional: isProvisional(month, now), lines, amount: earned - corrected, balance };
}

const presentHolder = ({ id, name, type }: Holder) => ({ _id: id, name, type });

/** Presents a line without patient, customer or medicine. */
function presentLine({ id: _, at, phone, ...line }: Line): StatementLine {
  return { ...line, at: at.toISOString(), phone: phone === null ? null : maskPhone(phone) };
}

import { maskPhone } from '@amasin/domain/payments/operators.ts';
import { isHolderType } from '@amasin/domain/statements/holder.ts';
import { isProvisional, monthRange } from '@amasin/domain/statements/month.ts';
import type { StatementLine, StatementMonth } from '@amasin/domain/statements/statement.ts';
import { closingOf, type Sums } from '@amasin/domain/statements/sums.ts';
import type { Ctx } from '../ctx.ts';
import type { PageRequest } from '../database/paging.ts';
import { findUser } from '../people/queries.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { type Book, type Holder, type Line, type Month, partnerBook, pharmacyBook } from './queries.ts';

const bookOf = ({ type }: Holder): Book => (type === 'pharmacy' ? pharmacyBook : partnerBook);

/** A list has this many months at most. */
const LISTED = 24;
/** This many lines are read at once. */
const PART = 500;

/**
 * Finds the person whose statements are read. A partner and a pharmacy always read their own, whatever id they send.
 * @throws 422 INVALID without an id; 404 for a user who has none
 */
export async function loadHolder(ctx: Ctx, requestedId: string | undefined): Promise<Holder> {
  const id = isHolderType(ctx.actor.type) ? ctx.actor._id : requestedId;
  if (id === undefined) throw invalidField('id', 'Indiquez le partenaire ou la pharmacie');
  const user = await findUser(ctx.db, id);
  if (user === null || !isHolderType(user.type)) throw new Refusal('NOT_FOUND');
  return { id, type: user.type, name: user.name };
}

/** Lists the latest months that have lines, the latest first. */
export async function listStatements(ctx: Ctx, holder: Holder) {
  const now = ctx.clock.now();
  const found = await bookOf(holder).findMonths(ctx.db, holder.id, LISTED);
  const months = found.map(({ month, closing, ...sums }) =>
    summaryOf(holder, month, { now, sums, opening: closing - closingOf(0, sums) }),
  );
  return { holder: presentHolder(holder), months };
}

/** Reads one month, and one page of its lines. @throws 404 for a month that has not begun */
export async function readStatement(ctx: Ctx, holder: Holder, month: string, page: PageRequest) {
  const begun = begunMonth(ctx, month);
  const book = bookOf(holder);
  const { db } = ctx;
  const [opening, sums, lines] = await Promise.all([
    book.sumOwedBefore(db, holder.id, begun),
    book.sumMonth(db, holder.id, begun),
    book.findPage(db, holder.id, begun, page),
  ]);
  return {
    holder: presentHolder(holder),
    statement: summaryOf(holder, month, { now: ctx.clock.now(), sums, opening }),
    lines: lines.map(presentLine),
    total: sums.lines,
  };
}

/** Opens a month: its lines in parts, so that a long month does not hold up other calls, and what is owed before them. */
export async function openStatement(ctx: Ctx, holder: Holder, month: string) {
  const begun = begunMonth(ctx, month);
  const opening = await bookOf(holder).sumOwedBefore(ctx.db, holder.id, begun);
  return { opening, parts: readInParts(ctx, holder, begun) };
}

async function* readInParts({ db }: Ctx, holder: Holder, month: Month) {
  let last: Line | undefined;
  do {
    const lines: Line[] = await bookOf(holder).findLinesAfter(db, holder.id, month, last, PART);
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

const presentHolder = ({ id, name, type }: Holder) => ({ _id: id, name, type });

/** Presents a line without patient, customer or medicine. */
function presentLine({ kind, at, amount, number, state, operator, phone }: Line): StatementLine {
  return {
    kind,
    at: at.toISOString(),
    amount,
    number,
    state,
    operator,
    phone: phone === null ? null : maskPhone(phone),
  };
}

import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import { missingFacts, type ReportState, reportStates } from '@amasin/domain/reports/kinds.ts';
import type {
  Report,
  ReportClosing,
  ReportDeclared,
  ReportFacts,
  ReportRow,
} from '@amasin/domain/reports/report.ts';
import { type NewLine, record } from '../audit/record.ts';
import { recordReads } from '../audit/record-reads.ts';
import type { Ctx } from '../ctx.ts';
import type { PageRequest } from '../database/paging.ts';
import { transact } from '../database/transaction.ts';
import { invalidField, Refusal } from '../refusal.ts';
import {
  changeReport,
  countByState,
  findMedicines,
  findReport,
  findReports,
  type ReportView,
  setTaken,
} from './queries.ts';

/** Lists the reports in a state. Whose they are says something of their health: each is recorded as read. */
export async function listReports(ctx: Ctx, { state, ...page }: PageRequest & { state: ReportState }) {
  const views = await findReports(ctx.db, state, page);
  await recordReads(ctx, 'report', views.map(readOf));
  const found = await countByState(ctx.db);
  const counts = Object.fromEntries(reportStates.map((one) => [one, found[one] ?? 0])) as Record<
    ReportState,
    number
  >;
  return { reports: views.map(presentRow), total: counts[state], counts };
}

/** @throws 404 NOT_FOUND */
export async function loadReport(ctx: Ctx, id: string): Promise<ReportView> {
  const view = await findReport(ctx.db, id);
  if (view === null) throw new Refusal('NOT_FOUND');
  return view;
}

export async function readReport(ctx: Ctx, view: ReportView): Promise<Report> {
  await recordReads(ctx, 'report', [readOf(view)]);
  return presentReport(ctx, view);
}

const readOf = ({ report, order }: ReportView) => ({ id: report.id, customerId: order.customerId });

/**
 * Takes a report, from nobody or from the colleague who is said to have it. Repeated, it changes nothing.
 * @throws 409 REPORT_TAKEN when somebody else has it; REPORT_CHANGED once it is closed
 */
export async function takeReport(ctx: Ctx, view: ReportView, from: string | null): Promise<void> {
  const me = ctx.actor._id;
  if (view.holder?.id !== me) {
    await transact(ctx.db, async (tx) => {
      if (!(await setTaken(tx, view.report.id, { from, to: me, at: ctx.clock.now() }))) return;
      await record(ctx, tx, { action: 'accept', ...about(view) });
    });
  }
  const now = await loadReport(ctx, view.report.id);
  if (now.holder?.id !== me) throw notMine(now, me);
}

/** @throws 409 REPORT_TAKEN when somebody else has it, REPORT_CHANGED once it is declared or closed */
export async function writeFacts(ctx: Ctx, view: ReportView, facts: ReportFacts): Promise<void> {
  const today = dayInBenin(ctx.clock.now());
  for (const field of ['from', 'to'] as const)
    if ((facts[field] ?? '') > today) throw invalidField(field, 'Cette date est à venir');
  const { from, to } = facts;
  if (from !== null && to !== null && to < from) throw invalidField('to', 'La fin est avant le début');
  const line: NewLine = { action: 'change', ...about(view), details: { fields: ['facts'] } };
  await change(ctx, view, { states: ['taken'], change: { facts }, line });
}

/**
 * Notes that the authority has been told, on which day, and later the number that it gave. Repeated, it changes nothing.
 * @throws 409 REPORT_INCOMPLETE when the declaration lacks something; REPORT_TAKEN, REPORT_CHANGED; 422 INVALID for a day to come, or before
 * the report
 */
export async function noteDeclared(
  ctx: Ctx,
  view: ReportView,
  { day, receipt }: ReportDeclared,
): Promise<void> {
  const { state, declaredOn, receipt: before, createdAt } = view.report;
  if (day > dayInBenin(ctx.clock.now())) throw invalidField('day', 'Cette date est à venir');
  if (day < dayInBenin(createdAt)) throw invalidField('day', 'Cette date est avant le signalement');
  refuseIncomplete(view);
  if (state === 'declared' && declaredOn === day && before === receipt) return;
  const line: NewLine = { action: 'complete', ...about(view), details: { event: 'declared' } };
  const declared = { state: 'declared', declaredOn: day, receipt } as const;
  await change(ctx, view, { states: ['taken', 'declared'], change: declared, line });
}

/** @throws 409 REPORT_INCOMPLETE with what the declaration lacks */
export function refuseIncomplete({ report }: ReportView): void {
  const missing = missingFacts(report, report.facts);
  if (missing.length > 0) throw new Refusal('REPORT_INCOMPLETE', { values: { what: missing.join(', ') } });
}

/** Repeated with the same reason, it changes nothing. @throws 409 REPORT_TAKEN, REPORT_CHANGED */
export async function closeReport(
  ctx: Ctx,
  view: ReportView,
  { reason, note }: ReportClosing,
): Promise<void> {
  const { state, closedReason } = view.report;
  if (state === 'closed' && closedReason === reason) return;
  const line: NewLine = { action: 'complete', ...about(view), details: { event: 'closed' } };
  const closed = {
    state: 'closed',
    closedAt: ctx.clock.now(),
    closedReason: reason,
    closedNote: note,
  } as const;
  await change(ctx, view, { states: ['taken', 'declared'], change: closed, line });
}

const about = ({ report, order }: ReportView) =>
  ({ kind: 'report', id: report.id, customerId: order.customerId }) as const;

type Changing = Omit<Parameters<typeof changeReport>[2], 'holderId'> & { readonly line: NewLine };

async function change(ctx: Ctx, { report: { id } }: ReportView, { line, ...to }: Changing): Promise<void> {
  const isChanged = await transact(ctx.db, async (tx) => {
    if (!(await changeReport(tx, id, { ...to, holderId: ctx.actor._id }))) return false;
    await record(ctx, tx, line);
    return true;
  });
  if (!isChanged) throw notMine(await loadReport(ctx, id), ctx.actor._id);
}

/** Says who has a report, or that it is no longer as it was. */
const notMine = ({ report, holder }: ReportView, me: string): Refusal =>
  report.state === 'closed' || holder === null || holder.id === me
    ? new Refusal('REPORT_CHANGED')
    : new Refusal('REPORT_TAKEN', { values: { name: holder.name } });

function presentRow({ report, order, customer, holder }: ReportView): ReportRow {
  return {
    _id: report.id,
    kind: report.kind,
    state: report.state,
    createdAt: report.createdAt.toISOString(),
    order: { _id: order.id, number: order.number },
    customer: customer.name,
    isUrgent: report.redFlags.length > 0,
    takenBy: holder?.name ?? null,
  };
}

async function presentReport(ctx: Ctx, view: ReportView): Promise<Report> {
  const { report, order, customer, pharmacy, holder, deliveredAt } = view;
  const { medicines, words, redFlags, since, taker, ageMonths, stopped, fault, batch, photo, facts } = report;
  const isReported = (label: string) => medicines.some((one) => one.label === label);
  const others = (await findMedicines(ctx.db, order.id)).filter(({ label }) => !isReported(label));
  return {
    ...presentRow(view),
    phone: customer.phone,
    pharmacy,
    deliveredAt: deliveredAt?.toISOString() ?? null,
    medicines,
    others: others.map(({ label, quantity }) => ({ label, quantity })),
    words,
    redFlags,
    since,
    taker,
    ageMonths,
    stopped,
    fault,
    batch,
    photo,
    holder: holder && { _id: holder.id, name: holder.name },
    facts,
    declared: report.declaredOn === null ? null : { day: report.declaredOn, receipt: report.receipt },
    closed:
      report.closedAt === null || report.closedReason === null
        ? null
        : { reason: report.closedReason, note: report.closedNote, at: report.closedAt.toISOString() },
  };
}

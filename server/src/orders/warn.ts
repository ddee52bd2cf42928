import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { formatDay } from '@amasin/domain/contract/format.ts';
import { DAY_MS } from '@amasin/domain/contract/time.ts';
import type { warningEndpoints } from '@amasin/domain/warnings/endpoints.ts';
import {
  type BlockingRule,
  blockingRules,
  COUNTED_DAYS,
  isBlocking,
  type OrderWarning,
  type Warning,
  type WarningCount,
  warningsOf,
} from '@amasin/domain/warnings/warnings.ts';
import type { Ctx } from '../ctx.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { Refusal } from '../refusal.ts';
import type { Seen } from '../scopes/seen.ts';
import { loadOrder, stateChanged } from './load.ts';
import type { OrderView } from './queries.ts';
import {
  countSince,
  findKnown,
  findLines,
  findRecentLines,
  findWarnings,
  storeWarning,
} from './warning-queries.ts';

type Stored = Awaited<ReturnType<typeof findWarnings>>;

/** Compares the lines of an order as they are given now. */
async function look({ db, clock, settings }: Ctx, order: OrderRow) {
  const [lines, recent, known] = await Promise.all([
    findLines(db, order.id),
    findRecentLines(db, order, clock.now()),
    findKnown(db, order),
  ]);
  const recentLines = recent.map(({ paidAt, ...line }) => ({ ...line, day: formatDay(paidAt) }));
  const warnings = warningsOf({ lines, recentLines, ...known, off: settings.warningsOff });
  return { warnings, labels: new Map(lines.map(({ medicationId, label }) => [medicationId, label])) };
}

/** What is stored of a warning as it is now: about these medicines, or about more. */
const storedOf = (stored: Stored, { rule, medications }: Warning) =>
  stored.find(
    ({ warning }) =>
      warning.rule === rule && medications.every((medication) => warning.medications.includes(medication)),
  );

/** Whether the pharmacy that has the order now has seen a warning: what a former one saw is not its own. */
const seenBy = ({ pharmacyId }: OrderRow, stored: Stored, warning: Warning) => {
  const found = storedOf(stored, warning);
  return found && found.warning.seenById === pharmacyId ? found : undefined;
};

/** Notes what the pharmacy that prepares an order is warned of, and that nobody has said so before. */
async function raise(ctx: Ctx, { id: orderId }: OrderRow, warnings: readonly Warning[], stored: Stored) {
  const at = ctx.clock.now();
  for (const warning of warnings) {
    const { rule, medications } = warning;
    if (isBlocking(rule) && storedOf(stored, warning) === undefined)
      await storeWarning(ctx.db, { orderId, rule, medications, at });
  }
}

/** What is noticed of an order and who has seen it. Its pharmacy, which prepares it, is counted as warned. */
export async function listWarnings(ctx: Ctx, { order }: Seen<OrderView>): Promise<OrderWarning[]> {
  const [{ warnings, labels }, stored] = await Promise.all([
    look(ctx, order),
    findWarnings(ctx.db, order.id),
  ]);
  if (ctx.actor.type === 'pharmacy' && order.state === 'pending') await raise(ctx, order, warnings, stored);
  return warnings.map((warning) => {
    const found = seenBy(order, stored, warning);
    const { seenAt, reason, note } = found?.warning ?? {};
    return {
      rule: warning.rule,
      medications: warning.medications.map((_id) => ({ _id, label: labels.get(_id) ?? '' })),
      source: warning.source,
      blocks: isBlocking(warning.rule),
      seen:
        seenAt && reason
          ? { at: seenAt.toISOString(), by: found?.by ?? '', reason, note: note ?? null }
          : null,
    };
  });
}

/** Whether something is noticed of an order that its pharmacy has not seen. */
export async function isUnseen(ctx: Ctx, order: OrderRow): Promise<boolean> {
  const [{ warnings }, stored] = await Promise.all([look(ctx, order), findWarnings(ctx.db, order.id)]);
  await raise(ctx, order, warnings, stored);
  return warnings.some(
    (warning) => isBlocking(warning.rule) && !seenBy(order, stored, warning)?.warning.seenAt,
  );
}

type SeenBody = HandlerInput<typeof warningEndpoints.seeWarning>['body'];

/**
 * Stores that the pharmacy of an order has seen a warning, and why it passes over it. Repeated, it changes nothing.
 * @throws 404 NOT_FOUND when nothing is noticed by this rule, or not any more; REASSIGNED when another pharmacy is assigned; 409
 * WARNING_CHANGED when it is about more medicines than were read; STATE_CHANGED once it has been fetched
 */
export async function seeWarning(
  ctx: Ctx,
  { order }: Seen<OrderView>,
  rule: BlockingRule,
  { medications, reason, note }: SeenBody,
): Promise<void> {
  const { warnings } = await look(ctx, order);
  const warning = warnings.find((noticed) => noticed.rule === rule);
  if (warning === undefined) throw new Refusal('NOT_FOUND');
  if (!warning.medications.every((medication) => medications.includes(medication)))
    throw new Refusal('WARNING_CHANGED');
  const raised = { orderId: order.id, rule, medications: warning.medications, at: ctx.clock.now() };
  await storeWarning(ctx.db, raised, { pharmacyId: ctx.actor._id, reason, note });
  if (seenBy(order, await findWarnings(ctx.db, order.id), warning)?.warning.seenAt) return;
  const { order: now } = await loadOrder(ctx, order.id);
  throw stateChanged(ctx.actor, now);
}

/** Counts by rule what pharmacies were warned of, and how often they passed over it. */
export async function countWarnings({ db, clock, settings }: Ctx): Promise<WarningCount[]> {
  const counts = await countSince(db, new Date(clock.now().getTime() - COUNTED_DAYS * DAY_MS));
  return blockingRules.map((rule) => {
    const { raised, seen } = counts.find((counted) => counted.rule === rule) ?? { raised: 0, seen: 0 };
    return { rule, raised, seen, off: settings.warningsOff.includes(rule) };
  });
}

import type { Claim, ClaimLine } from '@amasin/domain/claims/claim.ts';
import { DAY_MS } from '@amasin/domain/contract/time.ts';
import { isProvisional } from '@amasin/domain/statements/month.ts';
import { recordReads } from '../audit/record-reads.ts';
import type { Ctx } from '../ctx.ts';
import type { PageRequest } from '../database/paging.ts';
import type { InsurerRow } from '../database/schema/insurance.ts';
import { Refusal } from '../refusal.ts';
import { type ClaimSum, type FoundLine, findLine, findPage, sumClaims } from './queries.ts';

/** Lists the claims, the latest month first. Each is what its lines are. */
export async function listClaims(ctx: Ctx): Promise<{ claims: Claim[]; total: number }> {
  const byClaim = Map.groupBy(await sumClaims(ctx.db), ({ insurerId, month }) => `${month} ${insurerId}`);
  const claims = [...byClaim.values()].map((sums) => presentClaim(ctx, sums));
  return { claims, total: claims.length };
}

/** Sums one claim; one without lines has none. */
export async function claimOf(ctx: Ctx, { id, name }: InsurerRow, month: string): Promise<Claim> {
  const sums = await sumClaims(ctx.db, { insurerId: id, month });
  if (sums.length > 0) return presentClaim(ctx, sums);
  const provisional = isProvisional(month, ctx.clock.now());
  return { insurer: { _id: id, name }, month, provisional, lines: 0, amount: 0, sums: [], dueAt: null };
}

/** Reads one page of a claim. It names insured people: each line that is read is recorded. */
export async function readClaim(ctx: Ctx, insurer: InsurerRow, month: string, page: PageRequest) {
  const claim = await claimOf(ctx, insurer, month);
  const lines = await findPage(ctx.db, { insurerId: insurer.id, month }, page);
  await recordReads(ctx, 'order', lines.map(readOf));
  return { claim, lines: lines.map(presentLine), total: claim.lines };
}

/** @throws 404 NOT_FOUND */
export async function readLine(ctx: Ctx, id: string): Promise<ClaimLine> {
  const line = await findLine(ctx.db, id);
  if (line === null) throw new Refusal('NOT_FOUND');
  return presentLine(line);
}

/** What the journal notes of a line that is read. */
export const readOf = ({ orderId: id, customerId }: FoundLine) => ({ id, customerId });

function presentClaim(ctx: Ctx, sums: readonly ClaimSum[]): Claim {
  const [first] = sums;
  if (first === undefined) throw new Error('a claim has no lines');
  const { insurerId, name, month, delayDays } = first;
  const total = (of: (sum: ClaimSum) => number) => sums.reduce((sum, one) => sum + of(one), 0);
  const sent = sums.flatMap(({ state, sentAt }) =>
    sentAt === null || state === 'paid' ? [] : [sentAt.getTime()],
  );
  return {
    insurer: { _id: insurerId, name },
    month,
    provisional: isProvisional(month, ctx.clock.now()),
    lines: total(({ lines }) => lines),
    amount: total(({ amount }) => amount),
    sums: sums.map(({ state, lines, amount }) => ({ state, lines, amount })),
    dueAt: sent.length === 0 ? null : new Date(Math.max(...sent) + delayDays * DAY_MS).toISOString(),
  };
}

function presentLine(line: FoundLine): ClaimLine {
  const { id, orderId, number, at, insured, cardLabel, taux, cardUrl, amount, state, reason, bearer } = line;
  return {
    _id: id,
    order: { _id: orderId, number },
    at: at.toISOString(),
    insured,
    cardLabel,
    taux,
    cardUrl,
    amount,
    state,
    reason,
    bearer,
  };
}

import { isProvisional, statementTitle } from '@amasin/domain/statements/month.ts';
import { addLine, noSums } from '@amasin/domain/statements/sums.ts';
import type { Ctx } from '../ctx.ts';
import { childPool } from '../files/child-pool.ts';
import { accountOf, fileNameOf, lineLabels, recordDownload, stateOf } from './export.ts';
import type { Holder, Line } from './queries.ts';
import { openStatement } from './read.ts';
import type { PrintedLine, PrintedStatement } from './render-statement.ts';

/** Lines of a PDF at most; a longer statement has its sums only, and its lines as CSV. */
const MAX_PRINTED = 5_000;

const render = childPool<PrintedStatement, Uint8Array>(new URL('./render.child.ts', import.meta.url), {
  processes: 1,
  // A few tenths of a second each; some seconds for 5,000 lines.
  waiting: 20,
  jobMs: 60_000,
  megabytes: 300,
  failure: 'UNAVAILABLE',
});

/** A statement as a PDF, drawn by a process of its own. @throws 503 UNAVAILABLE when too many wait */
export async function printStatement(ctx: Ctx, holder: Holder, month: string) {
  const { opening, parts } = await openStatement(ctx, holder, month);
  const printed: PrintedLine[] = [];
  let sums = noSums;
  for await (const lines of parts) {
    for (const line of lines) sums = addLine(sums, line);
    if (sums.lines <= MAX_PRINTED) printed.push(...lines.map(printedLine));
  }
  await recordDownload(ctx, holder, month);
  const now = ctx.clock.now();
  const body = await render({
    title: statementTitle(month),
    holder: holder.name,
    type: holder.type,
    madeAt: now,
    isProvisional: isProvisional(month, now),
    opening,
    sums,
    lines: sums.lines <= MAX_PRINTED ? printed : null,
  });
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${fileNameOf(ctx, month)}.pdf"`,
    'cache-control': 'private, no-store',
  };
  return { status: 200 as const, body, headers };
}

function printedLine(line: Line): PrintedLine {
  const { at, kind, amount, number } = line;
  const about = [number, stateOf(line), accountOf(line)].filter((text) => text !== null);
  const label = kind === 'order' ? (number ?? '') : [lineLabels[kind], ...about].join(' · ');
  return { at, label, amount: kind === 'payout' ? -amount : amount };
}

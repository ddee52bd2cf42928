import { DAY_MS } from '@amasin/domain/contract/time.ts';
import type { DifferenceFinding } from '@amasin/domain/house/situation.ts';
import { validate } from 'uuid';
import type { Database } from '../database/database.ts';
import type { BookedMoney, PaymentProvider } from '../ports/payment-provider.ts';
import { findKnownDebits, findOurPayments, findOurPayouts, type OurMoney } from './reconcile-queries.ts';

/** The book of a provider and ours differ here. */
export interface Difference {
  readonly finding: DifferenceFinding;
  readonly kind: BookedMoney['kind'];
  /** The provider has this amount, or we have where only we do. */
  readonly amount: number | null;
  /** We have this amount, where it is another one. */
  readonly ourAmount: number | null;
  readonly at: Date | null;
  /** The provider's own id. */
  readonly id: string | null;
  readonly ours: string | null;
}

/** @returns null when the provider does not list what it has */
export async function compareBooks(
  db: Database,
  provider: PaymentProvider,
  since: Date,
): Promise<Difference[] | null> {
  if (provider.list === undefined) return null;
  const theirs: BookedMoney[] = [];
  // Their clock is not ours: the day before is compared too, but its differences are left out at the end.
  for await (const one of provider.list(new Date(since.getTime() - DAY_MS))) theirs.push(one);
  const of = (kind: BookedMoney['kind']) => theirs.filter((one) => one.kind === kind);
  const named = (rows: readonly BookedMoney[]) => rows.flatMap(({ ours }) => (ours === null ? [] : [ours]));
  const paid = named(of('payment'));
  const sent = named(of('payout')).filter((id) => validate(id));
  const { name } = provider;
  const [payments, payouts, debits] = await Promise.all([
    findOurPayments(db, name, since, paid),
    findOurPayouts(db, name, since, sent),
    findKnownDebits(db, name, paid),
  ]);
  // Supervisors already see this money in their list.
  const unlisted = of('payment').filter(({ ours }) => ours === null || !debits.has(ours));
  return [
    ...compare(
      'payment',
      unlisted,
      payments.filter(({ ours }) => !debits.has(ours)),
    ),
    ...compare('payout', of('payout'), payouts),
  ].filter(({ at }) => at === null || at >= since);
}

function compare(
  kind: BookedMoney['kind'],
  theirs: readonly BookedMoney[],
  ours: readonly OurMoney[],
): Difference[] {
  const known = new Map(ours.map((one) => [one.ours, one]));
  const matched = new Set<string>();
  const differences: Difference[] = theirs.flatMap((one) => {
    const own = one.ours === null ? undefined : known.get(one.ours);
    const isAgain = own !== undefined && matched.has(own.ours);
    if (own !== undefined) matched.add(own.ours);
    const finding = isAgain ? 'twice' : findingOf(one, own);
    if (finding === null) return [];
    const { id, ours: reference, amount, at } = one;
    const ourAmount = own !== undefined && own.amount !== amount ? own.amount : null;
    return [{ finding, kind, amount, ourAmount, at, id, ours: reference }];
  });
  for (const { ours: reference, amount, state, at } of ours) {
    if (matched.has(reference) || (state !== 'paid' && state !== 'refunded')) continue;
    differences.push({ finding: 'only-ours', kind, amount, ourAmount: null, at, id: null, ours: reference });
  }
  return differences;
}

/** @returns null when both say the same */
function findingOf(theirs: BookedMoney, ours: OurMoney | undefined): Difference['finding'] | null {
  if (ours === undefined) return 'only-theirs';
  if (theirs.state === 'refunded') return ours.state === 'paid' ? 'paid-back' : null;
  if (theirs.state === 'sending') return ours.state === 'none' ? 'not-settled' : null;
  if (ours.state === 'waiting' || ours.state === 'none') return 'not-settled';
  return theirs.amount !== null && theirs.state !== 'partly' && theirs.amount !== ours.amount
    ? 'other-amount'
    : null;
}

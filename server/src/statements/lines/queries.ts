import type { PayoutState } from '@amasin/domain/benefits/payout-state.ts';
import type { Operator } from '@amasin/domain/payments/operators.ts';
import type { HolderType } from '@amasin/domain/statements/holder.ts';
import type { LineKind, Sums } from '@amasin/domain/statements/sums.ts';
import type { Database } from '../../database/database.ts';
import type { PageRequest } from '../../database/lists/paging.ts';

/** A partner or a pharmacy. */
export interface Holder {
  readonly id: string;
  readonly type: HolderType;
  readonly name: string;
}

/** A month in Benin: from `from`, until before `to`. */
export interface Month {
  /** `2026-10`. */
  readonly month: string;
  readonly from: Date;
  readonly to: Date;
}

export interface Line {
  readonly id: string;
  readonly at: Date;
  readonly kind: LineKind;
  readonly amount: number;
  readonly number: string | null;
  readonly state: PayoutState | null;
  readonly operator: Operator | null;
  readonly phone: string | null;
}

/** `closing` is what is owed to a partner at the end of the month; 0 for a pharmacy. */
export type MonthSums = Sums & { readonly month: string; readonly closing: number };

/** What the statements of a kind of holder are read from. `id` is the holder's. */
export interface Book {
  /** The latest months that have lines, the latest first. */
  findMonths(db: Database, id: string, limit: number): Promise<MonthSums[]>;
  /** What the lines of a month add up to. */
  sumMonth(db: Database, id: string, month: Month): Promise<Sums>;
  /** What was owed to a partner before a month; 0 for a pharmacy. */
  sumOwedBefore(db: Database, id: string, month: Month): Promise<number>;
  /** One page of the lines of a month, the oldest first. */
  findPage(db: Database, id: string, month: Month, page: PageRequest): Promise<Line[]>;
  /** The first lines of a month after this one, or from its start without one. */
  findLinesAfter(
    db: Database,
    id: string,
    month: Month,
    after: Pick<Line, 'at' | 'id'> | undefined,
    limit: number,
  ): Promise<Line[]>;
}

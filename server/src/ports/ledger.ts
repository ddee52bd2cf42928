import type { Database } from '../database/database.ts';

/** Money of a refund, FCFA. */
interface RefundMoney {
  readonly refundId: string;
  readonly amount: number;
  readonly at: Date;
}

/** The ledger, for modules that may not import it. Runs in the transaction of what it records. */
export interface Ledger {
  /** Money that bought nothing is owed to its customer. */
  recordPutAside(tx: Database, money: RefundMoney): Promise<void>;
  /** The provider has paid it back. */
  recordRefund(tx: Database, money: RefundMoney): Promise<void>;
}

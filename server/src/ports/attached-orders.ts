import type { UserType } from '@amasin/domain/contract/user-type.ts';
import type { Database } from '../database/database.ts';
import type { orderItems } from '../database/schema/orders.ts';
import type { Jobs } from './jobs.ts';

export interface PrescriptionEdit {
  readonly prescriptionId: string;
  readonly items: readonly Omit<typeof orderItems.$inferInsert, 'orderId' | 'position'>[];
  readonly editor: { readonly _id: string; readonly type: UserType };
  readonly at: Date;
}

/** Called by prescriptions to update the attached order in the transaction of an edit. */
export interface AttachedOrders {
  /**
   * @returns false when the editor may only edit prescriptions of orders in their scope, and no such order
   * has it
   */
  rewrite(jobs: Jobs, tx: Database, edit: PrescriptionEdit): Promise<boolean>;
}

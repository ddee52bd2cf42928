import type { UserType } from '@amasin/domain/users/user-type.ts';
import type { Database } from '../database/database.ts';
import type { orderItems } from '../database/schema/orders.ts';

export interface PrescriptionEdit {
  readonly prescriptionId: string;
  readonly items: readonly Omit<typeof orderItems.$inferInsert, 'orderId' | 'position'>[];
  readonly editor: { readonly _id: string; readonly type: UserType };
  readonly at: Date;
}

/** The order that a prescription is attached to. Prescriptions reports an edit of the items in the edit's transaction. */
export interface AttachedOrders {
  /** @returns false when the editor may only edit what an order in their scope has, and no such order has it */
  rewrite(tx: Database, edit: PrescriptionEdit): Promise<boolean>;
}

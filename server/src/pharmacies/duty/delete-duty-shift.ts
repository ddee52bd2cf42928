import type { Ctx } from '../../ctx.ts';
import { Refusal } from '../../refusal.ts';
import { deleteShift } from './queries.ts';

/** Takes a shift away: from now on the pharmacy is not on duty by it. @throws 404 */
export async function deleteDutyShift(ctx: Ctx, id: string): Promise<void> {
  if (!(await deleteShift(ctx.db, id))) throw new Refusal('NOT_FOUND');
}

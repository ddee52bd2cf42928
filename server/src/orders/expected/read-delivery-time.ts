import { toldMinutes } from '@amasin/domain/orders/expected/usual-minutes.ts';
import type { Ctx } from '../../ctx.ts';
import type { ZoneRow } from '../../database/schema/zones.ts';
import { usualMinutesIn } from './usual-times.ts';

/** The minutes from payment to delivery that a customer of this zone is told before paying. */
export async function readDeliveryTime(ctx: Ctx, zone: ZoneRow): Promise<number> {
  return toldMinutes(await usualMinutesIn(ctx, ctx.db, zone.id), ctx.settings.promiseMinutes);
}

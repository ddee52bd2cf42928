import { toldMinutes } from '@amasin/domain/orders/expected/usual-minutes.ts';
import type { Ctx } from '../../ctx.ts';
import type { ZoneRow } from '../../database/schema/zones.ts';
import { findUsualMinutes } from './queries.ts';

/** The minutes from payment to delivery that a customer of this zone is told before paying. */
export async function readDeliveryTime({ db, settings }: Ctx, zone: ZoneRow): Promise<number> {
  return toldMinutes(await findUsualMinutes(db, zone.id), settings.promiseMinutes);
}

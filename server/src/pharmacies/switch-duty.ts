import type { Pharmacy } from '@amasin/domain/pharmacies/pharmacy.ts';
import { record } from '../audit/recording/record.ts';
import type { Ctx } from '../ctx.ts';
import type { PlaceRow } from '../database/schema/places.ts';
import { transact } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import { presentPharmacy } from './present.ts';
import { findPlace, setDuty } from './queries.ts';

/**
 * The place with this id or of this account; a pharmacy can only load its own.
 * @throws 404 NOT_FOUND, including when a pharmacy loads another's
 */
export async function loadPharmacy(ctx: Ctx, id: string): Promise<PlaceRow> {
  const found = await findPlace(ctx.db, id, ctx.clock.now());
  const isOwn = found?.place.accountId === ctx.actor._id;
  if (found === null || (ctx.actor.type === 'pharmacy' && !isOwn)) throw new Refusal('NOT_FOUND');
  return found.place;
}

/** Sets a pharmacy's duty switch. With the switch off, a dated shift may still put the pharmacy on duty. */
export async function switchDuty(ctx: Ctx, place: PlaceRow, onDuty: boolean): Promise<Pharmacy> {
  await transact(ctx.db, async (tx) => {
    await setDuty(tx, place, onDuty);
    const details = { fields: ['onDuty'], to: onDuty };
    await record(ctx, tx, { action: 'change', kind: 'pharmacy', id: place.id, details });
  });
  const after = await findPlace(ctx.db, place.id, ctx.clock.now());
  if (after === null) throw new Refusal('NOT_FOUND');
  return presentPharmacy(after);
}

import { HOUR_MS } from '@amasin/domain/contract/time.ts';
import type { DutyShift } from '@amasin/domain/pharmacies/duty-shift.ts';
import type { Pharmacy } from '@amasin/domain/pharmacies/pharmacy.ts';

let made = 0;

/** A pharmacy of the directory, with changes. */
export function aPharmacy(changes: Partial<Pharmacy> = {}): Pharmacy {
  made += 1;
  return {
    _id: `0198a000-0000-7000-8000-0000000f${String(made).padStart(4, '0')}`,
    accountId: null,
    name: 'Pharmacie Fifamè',
    onDuty: false,
    isPartner: false,
    distance: 1.2,
    location: { coordinates: [2.4012, 6.3584] },
    address: 'Cadjèhoun',
    phone: '+2290197000013',
    hours: '24/7',
    ...changes,
  };
}

/** A shift of the night of this date. */
export function aShift(date: string, { _id, name, phone, address }: Pharmacy): DutyShift {
  const startsAt = new Date(`${date}T21:00:00Z`);
  const endsAt = new Date(startsAt.getTime() + 10 * HOUR_MS);
  return {
    _id: _id.replace('0f', '0e'),
    pharmacy: { _id, name, phone, address },
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  };
}

import type { DutyShift } from '@amasin/domain/pharmacies/duty-shift.ts';
import type { ShiftOfPlace } from './queries.ts';

/** Every field of a duty shift that leaves the server. */
export function presentShift({ shift, place }: ShiftOfPlace): DutyShift {
  const { id, name, phone, address } = place;
  return {
    _id: shift.id,
    pharmacy: { _id: id, name, phone, address },
    startsAt: shift.startsAt.toISOString(),
    endsAt: shift.endsAt.toISOString(),
  };
}

import type { Pharmacy } from '@amasin/domain/pharmacies/pharmacy.ts';
import type { FoundPlace } from './queries.ts';

/** Every field of a pharmacy that leaves the server: public details, nothing private of its account. */
export function presentPharmacy({ place, onDutyNow, metres }: FoundPlace): Pharmacy {
  const { latitude, longitude } = place;
  return {
    _id: place.id,
    accountId: place.accountId,
    name: place.name,
    onDuty: onDutyNow,
    isPartner: place.isPartner,
    distance: metres === null ? null : Math.round(metres / 100) / 10,
    location: latitude === null || longitude === null ? null : { coordinates: [longitude, latitude] },
    address: place.address,
    phone: place.phone,
    hours: place.hours,
  };
}

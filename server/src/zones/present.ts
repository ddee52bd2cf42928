import type { Zone } from '@amasin/domain/zones/zone.ts';
import type { ZoneRow } from '../database/schema/zones.ts';

/** Every field of a zone that leaves the server. */
export function presentZone(row: ZoneRow): Zone {
  return { _id: row.id, label: row.label, sectors: row.sectors, price: row.price, town: row.town };
}

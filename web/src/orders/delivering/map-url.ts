/**
 * OpenStreetMap search for an address: its lines, the part of the zone's label that is not the town (« Abomey-Calavi –
 * Godomey »), and the town.
 */
export function mapUrl(address: string, zone: string, town: string): string {
  const lines = address.split(/\r?\n/).map((line) => line.replace(/[\s,]+$/, '').trim());
  const parts = zone.trim().split(/\s+[–—-]\s+/);
  const query = [...lines, ...parts.filter((part) => part !== town), town].filter((part) => part !== '');
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(query.join(', '))}`;
}

/** OpenStreetMap with a pin. */
export const pinUrl = ({ lat, lng }: { lat: number; lng: number }): string =>
  `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=18/${lat}/${lng}`;

/** Where OpenStreetMap looks for an address: its lines, the zone and the town, one after the other. */
export function mapAddress(address: string, zone: string): string {
  const lines = address.split(/\r?\n/).map((line) => line.replace(/[\s,]+$/, '').trim());
  const query = [...lines, zone.trim(), 'Cotonou'].filter((part) => part !== '').join(', ');
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(query)}`;
}

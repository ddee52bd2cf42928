import { addressEndpoints } from '@amasin/domain/addresses/endpoints.ts';
import { zoneEndpoints } from '@amasin/domain/zones/endpoints.ts';
import type { fakeApi } from '../fake-api.ts';

/** A customer who keeps no address, and no zone: what a profile reads besides its person and their card. */
export function keepsNoAddress(api: ReturnType<typeof fakeApi>): void {
  api.on(addressEndpoints.listAddresses, () => ({ addresses: [], total: 0 }));
  api.on(zoneEndpoints.listZones, () => ({ zones: [], total: 0 }));
}

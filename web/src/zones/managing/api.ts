import type { CallInput } from '@amasin/domain/contract/endpoint.ts';
import { zoneEndpoints } from '@amasin/domain/zones/endpoints.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';
import { call } from '../../lib/api/call.ts';
import { useChange } from '../../lib/api/use-change.ts';

export function useDeleteZone(onDone: () => void) {
  return useChange({
    resource: 'zones',
    mutationFn: (id: string) => call(zoneEndpoints.deleteZone, { params: { id } }),
    done: 'Zone supprimée',
    failed: 'Erreur lors de la suppression',
    onDone,
  });
}

/** Creates the zone, or updates the given one. */
export async function saveZone(
  zone: Zone | null,
  body: CallInput<typeof zoneEndpoints.createZone>['body'],
): Promise<Zone> {
  const response =
    zone === null
      ? await call(zoneEndpoints.createZone, { body })
      : await call(zoneEndpoints.updateZone, { params: { id: zone._id }, body });
  return response.zone;
}

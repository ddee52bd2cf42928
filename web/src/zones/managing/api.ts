import type { CallInput } from '@amasin/domain/contract/endpoint.ts';
import { zoneEndpoints } from '@amasin/domain/zones/endpoints.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { toast } from '../../lib/toast/toast.tsx';
import { zoneKeys } from '../api.ts';

/** To be called after anything that changed a zone, or that shows that one is not what this screen believes. */
export function useRefreshZones() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: zoneKeys.all });
}

export function useDeleteZone(onDeleted: () => void) {
  const refresh = useRefreshZones();
  return useMutation({
    mutationFn: (id: string) => call(zoneEndpoints.deleteZone, { params: { id } }),
    onSuccess: () => {
      onDeleted();
      toast.success('Zone supprimée');
    },
    onError: (error) => toast.error(messageOf(error, 'Erreur lors de la suppression')),
    onSettled: refresh,
  });
}

/** Adds the zone, or changes the one there is. */
export async function saveZone(
  zone: Zone | null,
  body: CallInput<typeof zoneEndpoints.createZone>['body'],
): Promise<Zone> {
  const answer =
    zone === null
      ? await call(zoneEndpoints.createZone, { body })
      : await call(zoneEndpoints.updateZone, { params: { id: zone._id }, body });
  return answer.zone;
}

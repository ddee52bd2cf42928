import type { CallInput } from '@amasin/domain/contract/endpoint.ts';
import { zoneEndpoints } from '@amasin/domain/zones/endpoints.ts';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/use-change.ts';

export function useDeleteZone(onDone: () => void) {
  return useChange({
    resource: 'zones',
    mutationFn: (id: string) => call(zoneEndpoints.deleteZone, { params: { id } }),
    done: 'Zone supprimée',
    failed: 'Erreur lors de la suppression',
    onDone,
  });
}

export const createZone = (body: CallInput<typeof zoneEndpoints.createZone>['body']) =>
  call(zoneEndpoints.createZone, { body });

export const changeZone = (id: string, body: CallInput<typeof zoneEndpoints.updateZone>['body']) =>
  call(zoneEndpoints.updateZone, { params: { id }, body });

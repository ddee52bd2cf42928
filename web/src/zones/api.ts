import { zoneEndpoints } from '@amasin/domain/zones/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';

/** Every delivery zone with its sectors and fee. They change rarely. */
export function useZones() {
  return useQuery({
    queryKey: keys.zones.all,
    queryFn: ({ signal }) => call(zoneEndpoints.listZones, {}, { signal }).then(({ zones }) => zones),
    staleTime: 5 * 60_000,
  });
}

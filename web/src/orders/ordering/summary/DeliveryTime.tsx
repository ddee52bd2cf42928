import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { formatMinutes } from '../../../lib/format.ts';
import { keys } from '../../../lib/keys.ts';

/** How long a delivery usually takes in this zone; nothing until it is loaded. */
export function DeliveryTime({ zoneId }: { zoneId: string }) {
  const { data: minutes } = useQuery({
    queryKey: keys.zones.deliveryTime(zoneId),
    queryFn: ({ signal }) =>
      call(orderEndpoints.readDeliveryTime, { params: { id: zoneId } }, { signal }).then(
        (response) => response.minutes,
      ),
    staleTime: 5 * 60_000,
  });
  return minutes === undefined ? null : (
    <Text size="xs">{`Livraison habituelle : environ ${formatMinutes(minutes)} après le paiement`}</Text>
  );
}

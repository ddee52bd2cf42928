import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { keys } from '../../../lib/keys.ts';

/** The usual minutes until a photographed prescription is read; null while unknown. */
export function useReadingTime(isWanted: boolean): number | null {
  const { data } = useQuery({
    queryKey: keys.orders.readingTime,
    queryFn: ({ signal }) => call(orderEndpoints.readReadingTime, {}, { signal }),
    enabled: isWanted,
    staleTime: 5 * 60_000,
  });
  return data?.minutes ?? null;
}

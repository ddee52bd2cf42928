import { smsEndpoints } from '@amasin/domain/sms/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';

/** What became of the messages of the last 24 hours. */
export function useMessages() {
  return useQuery({
    queryKey: keys.sms.lists,
    queryFn: ({ signal }) => call(smsEndpoints.readSms, {}, { signal }),
    refetchOnWindowFocus: 'always',
  });
}

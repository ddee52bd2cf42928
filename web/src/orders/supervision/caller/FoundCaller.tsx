import { normalizePhone } from '@amasin/domain/users/phone-number.ts';
import { useCaller } from '../api.ts';
import { CallerCard } from './CallerCard.tsx';

/** The customer who calls, once their whole telephone is typed into the search. */
export function FoundCaller({ searched }: { searched: string }) {
  const phone = normalizePhone(searched);
  const { data: caller } = useCaller(phone);
  return caller ? <CallerCard caller={caller} /> : null;
}

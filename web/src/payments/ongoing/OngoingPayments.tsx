import { useLazy } from '../../ui/loading/use-lazy.ts';
import type { PaymentCardsProps } from './PaymentCards.tsx';

const load = () => import('./PaymentCards.tsx').then(({ PaymentCards }) => PaymentCards);

/** `PaymentCards`, lazy. Most customers have none, so nothing is shown while loading. */
export function OngoingPayments(props: PaymentCardsProps) {
  const Cards = useLazy(load);
  return Cards === null ? null : <Cards {...props} />;
}

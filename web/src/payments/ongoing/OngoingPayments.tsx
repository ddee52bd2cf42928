import { useLazy } from '../../ui/loading/use-lazy.ts';
import type { PaymentCardsProps } from './PaymentCards.tsx';

const load = () => import('./PaymentCards.tsx').then(({ PaymentCards }) => PaymentCards);

/** The cards of payments that are open or under review; most customers have none, so nothing is shown while they load. */
export function OngoingPayments(props: PaymentCardsProps) {
  const Cards = useLazy(load);
  return Cards === null ? null : <Cards {...props} />;
}

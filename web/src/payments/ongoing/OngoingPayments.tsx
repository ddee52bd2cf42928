import { useLazy } from '../../ui/loading/use-lazy.ts';
import styles from './ongoing.module.css';
import type { PaymentCardsProps } from './PaymentCards.tsx';

const load = () => import('./PaymentCards.tsx').then(({ PaymentCards }) => PaymentCards);

/** `PaymentCards`, lazy. Most customers have none, so nothing is shown while loading. */
export function OngoingPayments(props: PaymentCardsProps) {
  const Cards = useLazy(load);
  return <div className={styles.ongoing}>{Cards === null ? null : <Cards {...props} />}</div>;
}

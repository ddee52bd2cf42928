import { lazyWithRetry } from '../ui/lazy.tsx';
import styles from './OngoingPayments.module.css';
import type { PaymentCardsProps } from './PaymentCards.tsx';

// Most customers have none: nothing is shown meanwhile.
const PaymentCards = lazyWithRetry(() => import('./PaymentCards.tsx').then((module) => module.PaymentCards));

export function OngoingPayments(props: PaymentCardsProps) {
  return (
    <div className={styles.ongoing}>
      <PaymentCards {...props} />
    </div>
  );
}

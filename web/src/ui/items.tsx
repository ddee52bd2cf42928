import { medicationFormLabels } from '@amasin/domain/medications/form.ts';
import type { ItemReview, OrderItem } from '@amasin/domain/orders/order.ts';
import styles from './text.module.css';
import { Money } from './text.tsx';

/** The amount of a line of a prescription. While it is not checked, which counts as 0, words in its place. */
export function LineAmount({ price, quantity, review }: Pick<OrderItem, 'price' | 'quantity' | 'review'>) {
  if (price > 0) return <Money amount={price * quantity} />;
  return <span>{review === 'waiting' ? 'à vérifier' : '–'}</span>;
}

type ItemInstructionsProps = Partial<Pick<OrderItem, 'posology' | 'duration' | 'form' | 'review'>>;

/** A waiting line says so in place of its amount. */
const reviewLabels = {
  waiting: null,
  refused: 'refusé',
  unchecked: 'à vérifier',
  unavailable: 'plus disponible',
} as const satisfies Record<ItemReview, string | null>;

/** Below the name of a medicine: its form, how to take it and for how long, and what is not checked; nothing when unknown. */
export function ItemInstructions({ posology, duration, form, review }: ItemInstructionsProps) {
  const written = [
    form && medicationFormLabels[form],
    posology,
    duration,
    review && reviewLabels[review],
  ].filter(Boolean);
  return written.length === 0 ? null : <span className={styles.instructions}>{written.join(' · ')}</span>;
}

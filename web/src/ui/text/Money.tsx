import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { Fcfa } from '@amasin/domain/contract/money.ts';
import styles from './text.module.css';

type Props = {
  amount: Fcfa;
  /** A total, larger than its parts. */
  total?: boolean;
};

/** `12 500 F`, with tabular figures; the parent cell aligns it right. */
export function Money({ amount, total = false }: Props) {
  return (
    <span className={styles.money} translate="no" data-total={total || undefined}>
      {formatMoney(amount)}
    </span>
  );
}

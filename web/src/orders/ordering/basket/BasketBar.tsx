import { formatMoney } from '@amasin/domain/contract/format.ts';
import { Button } from '@mantine/core';
import { countOf } from '../../../lib/format.ts';
import type { DraftLine } from '../draft/draft.ts';
import { BASKET_ID, medicinesTotal } from './Basket.tsx';
import styles from './basket.module.css';

/** At the bottom of a narrow screen, where the basket is below a long list of results: what it holds, and a link to it. */
export function BasketBar({ lines }: { lines: readonly DraftLine[] }) {
  if (lines.length === 0) return null;
  return (
    <div className={styles.bar}>
      <span className={styles.sum}>
        <span>{countOf(lines.length, 'médicament')}</span>
        <strong>{formatMoney(medicinesTotal(lines))}</strong>
      </span>
      <Button component="a" href={`#${BASKET_ID}`} className={styles.show}>
        Voir le panier
      </Button>
    </div>
  );
}

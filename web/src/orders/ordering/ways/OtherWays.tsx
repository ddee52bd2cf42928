import { Button } from '@mantine/core';
import type { OrderWay } from './order-way.ts';
import styles from './ways.module.css';

/** Two lines on the narrowest screens. */
const wrapping = { className: styles.other, classNames: { label: styles.otherLabel } };

/** Where a medicine demands a prescription: the two ways of ordering with one (RULES 37). */
export function OtherWays({ onChoose }: { onChoose: (way: OrderWay) => void }) {
  return (
    <div className={styles.others}>
      <Button {...wrapping} variant="default" onClick={() => onChoose('photo')}>
        Photographier mon ordonnance
      </Button>
      <Button {...wrapping} variant="default" onClick={() => onChoose('code')}>
        J’ai un code d’ordonnance
      </Button>
    </div>
  );
}

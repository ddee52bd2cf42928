import { Button } from '@mantine/core';
import type { OrderWay } from './order-way.ts';
import styles from './ways.module.css';

/** Labels wrap on the narrowest screens. */
const wrapping = { className: styles.other, classNames: { label: styles.otherLabel } };

/** The two ways to order a medicine that requires a prescription (RULES 37). */
export function OtherWays({ onSelect }: { onSelect: (way: OrderWay) => void }) {
  return (
    <div className={styles.others}>
      <Button {...wrapping} variant="default" onClick={() => onSelect('photo')}>
        Photographier mon ordonnance
      </Button>
      <Button {...wrapping} variant="default" onClick={() => onSelect('code')}>
        J’ai un code d’ordonnance
      </Button>
    </div>
  );
}

import { type OrderState, stepsDone, trackingSteps } from '@amasin/domain/orders/lifecycle.ts';
import { VisuallyHidden } from '@mantine/core';
import {
  type Icon,
  IconCheck,
  IconClipboardCheck,
  IconHome,
  IconMotorbike,
  IconPackage,
} from '@tabler/icons-react';
import { useState } from 'react';
import styles from './Progress.module.css';

const icons: Readonly<Record<(typeof trackingSteps)[number]['key'], Icon>> = {
  received: IconClipboardCheck,
  preparation: IconPackage,
  delivery: IconMotorbike,
  delivered: IconHome,
};

/** The four steps of an order; those up to the current state are done, and the present one is named. */
export function Progress({ state }: { state: OrderState }) {
  const done = stepsDone(state);
  const [first] = useState(state);
  return (
    <ol
      className={styles.steps}
      aria-label="Avancement de la commande"
      data-moved={state !== first || undefined}
    >
      {trackingSteps.map(({ key, label }, index) => {
        const isDone = index < done;
        const isPresent = index === done - 1 && done < trackingSteps.length;
        // Earlier steps have a check mark; the current step keeps its icon.
        const Glyph = index < done - 1 ? IconCheck : icons[key];
        return (
          <li
            key={key}
            className={styles.step}
            data-done={isDone || undefined}
            aria-current={index === done - 1 ? 'step' : undefined}
          >
            <span className={styles.mark}>
              <Glyph size={22} stroke={1.75} aria-hidden="true" />
            </span>
            <span className={styles.label}>
              <span>{label}</span>
              {isPresent ? (
                <span className={styles.present}> Maintenant</span>
              ) : (
                <VisuallyHidden className={styles.hidden}>{isDone ? ' (fait)' : ' (à venir)'}</VisuallyHidden>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

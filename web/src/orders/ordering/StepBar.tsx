import { Text, VisuallyHidden } from '@mantine/core';
import styles from './StepBar.module.css';
import { steps } from './steps.ts';

type Props = {
  index: number;
  /** A photographed prescription is paid later. */
  isPaid: boolean;
};

/** The steps of an order on a phone: « médicaments », « livraison », « récapitulatif », « paiement ». */
export function StepBar({ index, isPaid }: Props) {
  const labels = [...steps.map(({ label }) => label), ...(isPaid ? ['Paiement'] : [])];
  return (
    <>
      <ol className={styles.steps} aria-label="Étapes de la commande">
        {labels.map((label, place) => (
          <li
            key={label}
            className={styles.step}
            data-done={place <= index || undefined}
            aria-current={place === index ? 'step' : undefined}
          >
            <VisuallyHidden>{label}</VisuallyHidden>
          </li>
        ))}
      </ol>
      <Text size="xs" c="dimmed" aria-hidden="true">
        {`Étape ${index + 1} sur ${labels.length}`}
      </Text>
    </>
  );
}

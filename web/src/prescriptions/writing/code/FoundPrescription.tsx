import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { Button, Title } from '@mantine/core';
import { IconAlertTriangle, IconPaperclip } from '@tabler/icons-react';
import { StateBadge } from '../../../ui/badges.tsx';
import { DateTime, ItemInstructions, LineAmount, Money } from '../../../ui/text.tsx';
import styles from '../WritingForm.module.css';

type Props = { prescription: Prescription; sending: boolean; onAttach: () => void };

/** The prescription of a number, to compare with the order before attaching it. */
export function FoundPrescription({ prescription, sending, onAttach }: Props) {
  const { prescriptionNumber, patientName, prescriptorName, verified, createdAt, items, total } =
    prescription;
  return (
    <section className={styles.found} aria-label={`Ordonnance ${prescriptionNumber}`}>
      <Title order={3} size="h4">
        {prescriptionNumber}
      </Title>
      <p className={styles.people}>
        Pour <strong>{patientName}</strong>
        <br />
        <span>{`Par ${prescriptorName} ·`}</span> <DateTime at={createdAt} absolute />
      </p>
      {verified ? null : (
        <StateBadge tone="amber" icon={IconAlertTriangle} label="Prescripteur non vérifié" />
      )}
      <ul className={styles.items}>
        {items.map(({ medicationId, label, quantity, price, posology, duration, form, review }) => (
          <li key={medicationId} className={styles.item}>
            <span>
              <span>{`${quantity} × ${label}`}</span>
              <ItemInstructions posology={posology} duration={duration} form={form} review={review} />
            </span>
            <LineAmount price={price} quantity={quantity} review={review} />
          </li>
        ))}
        <li className={styles.item} data-total>
          <span>Total</span>
          <Money amount={total} total />
        </li>
      </ul>
      <Button
        leftSection={<IconPaperclip size={20} aria-hidden="true" />}
        onClick={onAttach}
        loading={sending}
        fullWidth
      >
        Joindre à la commande
      </Button>
    </section>
  );
}

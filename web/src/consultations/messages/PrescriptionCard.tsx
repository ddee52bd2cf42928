import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { Link } from 'react-router';
import styles from './messages.module.css';

type Props = { number: string; canOrder: boolean };

/** A prescription that the doctor wrote: its number, with which the customer orders. */
export function PrescriptionCard({ number, canOrder }: Props) {
  return (
    <div className={styles.prescription}>
      <IconFileText size={24} stroke={1.75} aria-hidden="true" />
      <div>
        <div>Ordonnance</div>
        <strong>{number}</strong>
      </div>
      {canOrder ? (
        <Button component={Link} to={`/order?code=${encodeURIComponent(number)}`} fullWidth color="soleil">
          Commander avec ce code
        </Button>
      ) : null}
    </div>
  );
}

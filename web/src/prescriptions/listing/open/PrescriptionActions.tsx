import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { Button } from '@mantine/core';
import { IconCopy, IconPencil, IconPrinter, IconRefresh, IconTrash } from '@tabler/icons-react';
import type { Reuse } from '../composing/target.ts';
import styles from './open.module.css';
import { usePrint } from './use-print.ts';

type Props = {
  prescription: Prescription;
  onEdit?: () => void;
  /** Present when the user may prescribe. */
  onReuse?: (how: Reuse) => void;
  onDelete: () => void;
};

/** The actions on a prescription; a used one no longer changes. */
export function PrescriptionActions({ prescription, onEdit, onReuse, onDelete }: Props) {
  const print = usePrint();
  const icon = { size: 20, 'aria-hidden': true } as const;
  return (
    <div className={styles.actions}>
      <Button
        variant="light"
        leftSection={<IconPrinter {...icon} />}
        onClick={() => print.mutate(prescription)}
        loading={print.isPending}
      >
        Imprimer
      </Button>
      {onReuse === undefined ? null : (
        <>
          <Button variant="light" leftSection={<IconRefresh {...icon} />} onClick={() => onReuse('renew')}>
            Renouveler
          </Button>
          <Button variant="default" leftSection={<IconCopy {...icon} />} onClick={() => onReuse('copy')}>
            Dupliquer
          </Button>
        </>
      )}
      {prescription.used ? null : (
        <>
          {onEdit === undefined ? null : (
            <Button variant="default" leftSection={<IconPencil {...icon} />} onClick={onEdit}>
              Modifier
            </Button>
          )}
          <Button variant="subtle" color="red" leftSection={<IconTrash {...icon} />} onClick={onDelete}>
            Supprimer
          </Button>
        </>
      )}
    </div>
  );
}

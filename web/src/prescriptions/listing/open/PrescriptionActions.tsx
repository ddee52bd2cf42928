import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { Button } from '@mantine/core';
import { IconPencil, IconPrinter, IconTrash } from '@tabler/icons-react';
import styles from './open.module.css';
import { usePrint } from './use-print.ts';

type Props = {
  prescription: Prescription;
  onEdit?: () => void;
  onDelete: () => void;
};

/** The actions on a prescription; a used one can only be printed (RULES 20). */
export function PrescriptionActions({ prescription, onEdit, onDelete }: Props) {
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

import type { Order, OrderItem } from '@amasin/domain/orders/order.ts';
import { joinLines } from '@amasin/domain/orders/split-lines.ts';
import { Button, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useAttachPrescription, useSaveItems } from './api.ts';
import styles from './digitizing.module.css';
import { PhotoRefusal } from './PhotoRefusal.tsx';
import type { DigitizingSlots } from './slots.ts';

type Props = {
  order: Order;
  slots: DigitizingSlots;
  /** Called after a save. */
  onSaved?: () => void;
  /** Above the form. */
  before?: ReactNode;
  /** Below it. */
  children?: ReactNode;
};

/** The prescription file beside the form for its items; on a phone above it, and collapsible. */
export function Digitization({ order, slots, onSaved, before, children }: Props) {
  const saving = useSaveItems();
  const attaching = useAttachPrescription();
  const [shown, setShown] = useState(true);
  const id = useId();
  const fileKey = order.prescriptionUrl ?? null;
  const canWrite = order.allowedActions.includes('write-prescription');
  const canCorrect = order.allowedActions.includes('edit-prescription');
  const attach = async (number: string) => {
    await attaching.mutateAsync({ order, number });
    onSaved?.();
  };
  return (
    <div className={styles.digitization} data-file={fileKey !== null || undefined}>
      {fileKey === null ? null : (
        <div className={styles.file}>
          <Button
            className={styles.fold}
            variant="default"
            fullWidth
            rightSection={
              <IconChevronDown
                className={styles.chevron}
                data-up={shown || undefined}
                size={18}
                aria-hidden="true"
              />
            }
            onClick={() => setShown(!shown)}
            aria-expanded={shown}
            aria-controls={id}
          >
            {shown ? 'Masquer l’ordonnance' : 'Voir l’ordonnance'}
          </Button>
          <div id={id} className={styles.view} data-shown={shown || undefined}>
            {slots.fileView({ fileKey, name: 'Ordonnance' })}
          </div>
        </div>
      )}
      <div className={styles.side}>
        {before}
        <PhotoRefusal order={order} />
        {canWrite || canCorrect ? (
          <>
            {fileKey === null ? <Text c="dimmed">Aucun fichier n’est joint à cette commande.</Text> : null}
            {slots.writing({
              subject: order._id,
              // A correction is of the whole prescription, also of what the customer does not take.
              saved: joinLines<OrderItem>(order.prescription?.items ?? [], order.leftOut ?? []),
              save: async (items) => {
                await saving.mutateAsync({ order, items });
                onSaved?.();
              },
              attach: canWrite ? attach : undefined,
            })}
          </>
        ) : null}
        {children}
      </div>
    </div>
  );
}

import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { EmptyState, QueryState } from '../../../ui/feedback.tsx';
import { useDialogUrl } from '../../../ui/use-dialog-url.ts';
import { type PrescriptionScope, useDelete, usePrescription } from '../api.ts';
import type { Reuse } from '../composing/target.ts';
import { NumberToGive } from './NumberToGive.tsx';
import styles from './open.module.css';
import { PrescriptionActions } from './PrescriptionActions.tsx';
import { PrescriptionItems } from './PrescriptionItems.tsx';
import { PrescriptionPeople } from './PrescriptionPeople.tsx';

type Props = {
  scope: PrescriptionScope;
  number: string;
  /** Renders a link to the file of this key. */
  fileLink: (key: string) => ReactNode;
  /** Renders a button below the number of an unused prescription. */
  give?: (prescription: Prescription) => ReactNode;
  onEdit?: () => void;
  onReuse?: (how: Reuse) => void;
  orderUrl?: (orderId: string) => string;
  onClose: () => void;
};

/** One prescription, with its number and actions. */
export function OpenPrescription(props: Props) {
  const { scope, number, fileLink, give, onEdit, onReuse, orderUrl, onClose } = props;
  const query = usePrescription(scope, number);
  const { data: prescription } = query;
  const deleting = useDialogUrl('delete');
  const remove = useDelete();
  const [deleted, setDeleted] = useState(false);
  const canDelete = prescription?.used === false;

  // The confirmation closes first, then the prescription: one step back in the history each.
  useEffect(() => {
    if (deleted && !deleting.opened) onClose();
  }, [deleted, deleting.opened, onClose]);
  const isStale = deleting.opened && prescription !== undefined && !canDelete && !deleted;
  useEffect(() => {
    if (isStale) deleting.close();
  }, [isStale, deleting.close]);

  if (prescription === undefined) return <QueryState query={query} rows={4} height={64} />;
  if (prescription === null)
    return deleted ? null : (
      <EmptyState
        title="Ordonnance introuvable"
        action={
          <Button variant="default" onClick={onClose}>
            {scope === 'mine' ? 'Voir toutes mes ordonnances' : 'Voir toutes les ordonnances'}
          </Button>
        }
      >
        Elle n’existe pas, ou elle a été supprimée.
      </EmptyState>
    );
  return (
    <div className={styles.prescription}>
      {prescription.used || scope === 'all' ? null : (
        <>
          <NumberToGive number={number} patientName={prescription.patientName} />
          {give?.(prescription)}
        </>
      )}
      <PrescriptionPeople prescription={prescription} {...(orderUrl && { orderUrl })} />
      {prescription.url === null ? null : <div>{fileLink(prescription.url)}</div>}
      <div>
        <PrescriptionItems items={prescription.items} total={prescription.total} />
      </div>
      <PrescriptionActions
        prescription={prescription}
        {...(onEdit && { onEdit })}
        {...(onReuse && { onReuse })}
        onDelete={() => deleting.open()}
      />
      <ConfirmDialog
        opened={deleting.opened && canDelete && !deleted}
        onClose={deleting.close}
        question="Supprimer cette ordonnance ?"
        confirmLabel="Supprimer"
        danger
        pending={remove.isPending}
        onConfirm={() =>
          remove.mutate(prescription._id, {
            onSuccess: () => {
              setDeleted(true);
              deleting.close();
            },
            onError: deleting.close,
          })
        }
      >
        {`${number} · ${prescription.patientName}`}
      </ConfirmDialog>
    </div>
  );
}

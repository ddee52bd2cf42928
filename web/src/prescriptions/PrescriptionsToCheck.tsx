import type { PrescriptionToCheck } from '@amasin/domain/prescriptions/prescription.ts';
import { Button, Paper, Text } from '@mantine/core';
import { FileLink } from '../files/FileLink.tsx';
import { Decisions } from '../ui/Decisions.tsx';
import styles from '../ui/decisions.module.css';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { ItemInstructions } from '../ui/items.tsx';
import { DateTime, PhoneLink } from '../ui/text.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { useCheckPrescription, usePrescriptionsToCheck } from './check-api.ts';

/** The prescriptions of prescribers who are not verified, before they can be paid (rule 39). For in-house pharmacists. */
export function PrescriptionsToCheck() {
  return (
    <Decisions
      title="Ordonnances à vérifier"
      query={usePrescriptionsToCheck()}
      emptyTitle="Aucune ordonnance à vérifier"
      emptyText="Celles d’un prescripteur non vérifié arrivent ici, avec leurs médicaments sur ordonnance."
      keyOf={({ _id, askedAt }) => `${_id} ${askedAt}`}
    >
      {(prescription) => <Check prescription={prescription} />}
    </Decisions>
  );
}

function Check({ prescription }: { prescription: PrescriptionToCheck }) {
  const {
    _id,
    prescriptionNumber: number,
    patientName,
    prescriptorName,
    prescriptorPhone,
    items,
    url,
    askedAt,
  } = prescription;
  const check = useCheckPrescription(prescription);
  const refusing = useDialogUrl(`refuser-${_id}`);
  return (
    <Paper component="section" withBorder radius="lg" className={styles.card} aria-label={number}>
      <div>
        <Text fw={600}>{number}</Text>
        <Text size="sm">
          <span>{`${prescriptorName}, non vérifié`}</span>
          {prescriptorPhone === undefined ? null : (
            <>
              {' '}
              · <PhoneLink phone={prescriptorPhone} name={prescriptorName} />
            </>
          )}
        </Text>
        <Text size="sm" c="dimmed">
          <span>{`Pour ${patientName} ·`}</span> <DateTime at={askedAt} />
        </Text>
      </div>
      <ul className={styles.list} aria-label="Médicaments prescrits">
        {items.map(({ medicationId, label, quantity, posology, duration, form, review }) => (
          <li key={medicationId}>
            <span>{`${quantity} × ${label}`}</span>
            <ItemInstructions posology={posology} duration={duration} form={form} review={review} />
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        {url === null ? null : (
          <FileLink
            fileKey={url}
            name="Ordonnance"
            label="Voir le fichier ordonnancé"
            param={`ordonnance-${_id}`}
          />
        )}
        <Button
          variant="default"
          disabled={check.isPending}
          onClick={() => refusing.open()}
          aria-label={`Refuser ${number}`}
        >
          Refuser
        </Button>
        <Button
          loading={check.isPending}
          onClick={() => check.mutate('approve')}
          aria-label={`Approuver ${number}`}
        >
          Approuver
        </Button>
      </div>
      <ConfirmDialog
        opened={refusing.opened}
        onClose={refusing.close}
        question="Refuser cette ordonnance ?"
        confirmLabel="Refuser"
        pending={check.isPending}
        onConfirm={() => {
          refusing.close();
          check.mutate('refuse');
        }}
      >
        {`${number} · Elle ne pourra plus être commandée. Le prescripteur est prévenu.`}
      </ConfirmDialog>
    </Paper>
  );
}

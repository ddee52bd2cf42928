import type { PrescriptionToCheck } from '@amasin/domain/prescriptions/prescription.ts';
import { Button, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from '../ui/decisions.module.css';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { EmptyState, QueryState } from '../ui/feedback.tsx';
import { DateTime, ItemInstructions, PhoneLink } from '../ui/text.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { useCheckPrescription, usePrescriptionsToCheck } from './check-api.ts';

type Props = {
  /** Renders a button that opens a file. The page provides it: `files` is another feature. */
  renderFileLink: (prescription: PrescriptionToCheck) => ReactNode;
};

/** The prescriptions of prescribers who are not verified, before they can be paid (rule 39). For in-house pharmacists. */
export function PrescriptionsToCheck({ renderFileLink }: Props) {
  const query = usePrescriptionsToCheck();
  return (
    <section aria-labelledby="ordonnances-a-verifier" className={styles.section}>
      <Title order={2} size="h3" id="ordonnances-a-verifier">
        Ordonnances à vérifier
      </Title>
      {query.data === undefined ? <QueryState query={query} rows={1} height={160} /> : null}
      {query.data?.length === 0 ? (
        <EmptyState title="Aucune ordonnance à vérifier" titleOrder={3}>
          Celles d’un prescripteur non vérifié arrivent ici, avec leurs médicaments sur ordonnance.
        </EmptyState>
      ) : null}
      <ul className={styles.list}>
        {query.data?.map((prescription) => (
          <li key={`${prescription._id} ${prescription.askedAt}`}>
            <Check prescription={prescription} fileLink={renderFileLink(prescription)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Check({ prescription, fileLink }: { prescription: PrescriptionToCheck; fileLink: ReactNode }) {
  const {
    _id,
    prescriptionNumber: number,
    patientName,
    prescriptorName,
    prescriptorPhone,
    items,
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
        {fileLink}
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

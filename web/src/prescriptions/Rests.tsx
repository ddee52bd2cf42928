import { restEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { describeGiving } from '@amasin/domain/prescriptions/giving-words.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { Button } from '@mantine/core';
import { IconPackage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';
import { useChange } from '../lib/use-change.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import styles from './Rests.module.css';

type Props = {
  /** Only the rest of this prescription; of all when absent. */
  number?: string;
};

/** What the customer has not taken yet of the prescriptions with which she ordered; nothing while it is not known. */
export function Rests({ number }: Props) {
  const { data } = useQuery({
    queryKey: keys.orders.of('rests'),
    queryFn: ({ signal }) => call(restEndpoints.listRests, {}, { signal }),
    // A reminder only: the page is complete without it.
    retry: false,
  });
  const shown = data?.prescriptions.filter(
    ({ prescriptionNumber }) => number === undefined || prescriptionNumber === number,
  );
  if (!shown?.length) return null;
  return (
    <div className={styles.rests} data-all={number === undefined || undefined}>
      {shown.map((prescription) => (
        <Rest key={prescription._id} prescription={prescription} />
      ))}
    </div>
  );
}

function Rest({ prescription: { _id, prescriptionNumber: number, items } }: { prescription: Prescription }) {
  const [asks, setAsks] = useState(false);
  const giveUp = useChange({
    resource: 'orders',
    mutationFn: () => call(restEndpoints.renounceRest, { params: { id: _id } }),
    done: 'C’est noté',
    failed: 'Erreur lors de la mise à jour',
  });
  const isRepeat = items.every(({ dueFrom }) => dueFrom !== undefined);
  return (
    <Notice tone="blue" icon={IconPackage} title={isRepeat ? 'À renouveler' : 'Il vous reste à prendre'}>
      <ul className={styles.lines}>
        {items.map((line) => (
          <li key={line.medicationId}>
            <span>{`${line.quantity} × ${line.label}`}</span>
            <span className={styles.about}>{describeGiving({ ...line, maySplit: undefined })}</span>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button component={Link} to={`/order?code=${number}`} variant="light">
          {isRepeat ? 'Renouveler' : 'Commander le reste'}
        </Button>
        <Button variant="subtle" onClick={() => setAsks(true)}>
          Je ne le prendrai pas
        </Button>
      </div>
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        question="Ne plus prendre le reste ?"
        confirmLabel="Ne plus le prendre"
        danger
        pending={giveUp.isPending}
        onConfirm={() => giveUp.mutate(undefined, { onSettled: () => setAsks(false) })}
      >
        {`Le numéro ${number} ne pourra plus servir. La personne qui l’a écrit sera prévenue.`}
      </ConfirmDialog>
    </Notice>
  );
}

import { Button } from '@mantine/core';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { useOnline } from '../../ui/connection/use-online.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { ListSkeleton } from '../../ui/feedback/ListSkeleton.tsx';
import { MoreButton } from '../../ui/paging/MoreButton.tsx';
import type { ListedPrescriptions } from './api.ts';
import styles from './PrescriptionList.module.css';
import { PrescriptionRow } from './PrescriptionRow.tsx';
import { useOpenedLink } from './use-opened-link.ts';

type Props = {
  list: ListedPrescriptions;
  /** Something is filtered. */
  chosen: boolean;
  onClear: () => void;
  /** What stands there before the first prescription. */
  empty: ReactNode;
  listRef: Ref<HTMLUListElement>;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** The list, or what stands in its place: its shape while it loads, why it failed, or what to do about emptiness. */
export function PrescriptionList({ list, chosen, onClear, empty, listRef, onKeyDown }: Props) {
  const online = useOnline();
  const linkTo = useOpenedLink();
  const { prescriptions, isPlaceholderData: outdated } = list;
  if (list.error !== null || (list.isPending && !online))
    return (
      <ErrorState
        message={messageOf(list.error, 'Erreur lors du chargement des données')}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  if (list.isPending) return <ListSkeleton rows={6} height={56} />;
  if (prescriptions.length === 0 && !chosen) return empty;
  if (prescriptions.length === 0)
    return (
      <EmptyState
        title="Aucune ordonnance ne correspond"
        pictogram="phone"
        action={
          <Button variant="default" onClick={onClear}>
            Tout effacer
          </Button>
        }
      >
        Changez le filtre ou le nom cherché.
      </EmptyState>
    );
  return (
    <>
      <div className={styles.headings} aria-hidden="true">
        <span>Numéro</span>
        <span>Patient</span>
        <span>Créée</span>
        <span>État</span>
        <span>Total</span>
      </div>
      <ul
        ref={listRef}
        className={styles.list}
        aria-label="Mes ordonnances"
        aria-busy={outdated}
        data-outdated={outdated || undefined}
        onKeyDown={onKeyDown}
      >
        {prescriptions.map((one) => (
          <PrescriptionRow key={one._id} prescription={one} link={linkTo(one.prescriptionNumber)} />
        ))}
      </ul>
      {list.hasMore ? (
        <div className={styles.more}>
          <MoreButton list={list} shown={prescriptions.length} />
        </div>
      ) : null}
    </>
  );
}

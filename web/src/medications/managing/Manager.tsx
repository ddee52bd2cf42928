import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { countOf } from '../../lib/format/money.ts';
import { useAddressChoice } from '../../lib/history/use-address-choice.ts';
import { useOnline } from '../../ui/connection/use-online.ts';
import { preloadDialog } from '../../ui/dialog/ResponsiveDialog.tsx';
import { useDialogAddress } from '../../ui/dialog/use-dialog-address.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { ListSkeleton } from '../../ui/feedback/ListSkeleton.tsx';
import { CountLine } from '../../ui/filtering/CountLine.tsx';
import { LazyDialog } from '../../ui/loading/LazyPart.tsx';
import { PageButtons } from '../../ui/paging/PageButtons.tsx';
import { PAGE_SIZE, useApproveMedication, useCreators, useMedications } from './api.ts';
import { DELETE, EDIT, NEW } from './dialog-names.ts';
import { nothingChosen, readChoice, withChoice } from './filtering/choice.ts';
import { describe } from './filtering/describe.ts';
import { Filters } from './filtering/Filters.tsx';
import { MedicationList } from './MedicationList.tsx';
import styles from './managing.module.css';

// Their code comes when one of them is first opened.
const loadDialogs = () => import('./editing/MedicationDialogs.tsx').then((module) => module.default);

const FAILED = 'Erreur chargement médicaments';

/** « Gestion des médicaments »: the catalogue, to find, to add to, to change, to approve, to take from (SPEC 2). */
export function Manager() {
  const { choice, change } = useAddressChoice(readChoice, withChoice);
  const list = useMedications(choice);
  const creators = useCreators();
  const editing = useDialogAddress(EDIT);
  const deleting = useDialogAddress(DELETE);
  const approving = useApproveMedication();
  const online = useOnline();
  useEffect(preloadDialog, []);

  const medications = list.data?.medications ?? [];
  const total = list.data?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const filters = describe(choice, creators.data?.find(({ _id }) => _id === choice.createdBy)?.name);
  const clear = () => change(nothingChosen);
  const add = () => editing.open(NEW);
  const problem = list.data === undefined && (list.isError || !online);

  // The last of its page has been taken away, or the address is an old one.
  const past = list.data !== undefined && !list.isPlaceholderData && choice.page > pages;
  useEffect(() => {
    if (past) change({ page: pages });
  }, [past, pages, change]);

  return (
    <section className={styles.manager} aria-label="Gestion des médicaments">
      <Filters choice={choice} onChange={change} creators={creators.data} />
      <div className={styles.above}>
        <CountLine
          count={list.data === undefined ? null : countOf(total, 'médicament')}
          filters={filters}
          onClear={clear}
          problem={list.data !== undefined && list.isError ? messageOf(list.error, FAILED) : null}
        />
        <Button leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={add}>
          Ajouter un médicament
        </Button>
      </div>
      {problem ? (
        <ErrorState
          message={messageOf(list.error, FAILED)}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : null}
      {list.data === undefined && !problem ? <ListSkeleton rows={PAGE_SIZE} height={64} /> : null}
      {list.data !== undefined && total === 0 ? (
        <Nothing chosen={filters.length > 0} onClear={clear} onAdd={add} />
      ) : null}
      {medications.length === 0 ? null : (
        <MedicationList
          medications={medications}
          outdated={list.isPlaceholderData}
          actions={{
            // Without a price the server refuses, and says so: the price is what to mend.
            onApprove: (medication) =>
              approving.mutate(medication, {
                onError: () => medication.price === 0 && editing.open(medication._id),
              }),
            onEdit: ({ _id }) => editing.open(_id),
            onDelete: ({ _id }) => deleting.open(_id),
            busy: approving.isPending ? approving.variables._id : null,
          }}
        />
      )}
      <PageButtons page={Math.min(choice.page, pages)} pages={pages} onPage={(page) => change({ page })} />
      <LazyDialog
        load={loadDialogs}
        props={{ known: list.data?.medications }}
        opened={editing.opened || deleting.opened}
        onClose={editing.opened ? editing.close : deleting.close}
      />
    </section>
  );
}

type NothingProps = { chosen: boolean; onClear: () => void; onAdd: () => void };

function Nothing({ chosen, onClear, onAdd }: NothingProps) {
  if (!chosen)
    return (
      <EmptyState
        title="Le catalogue est vide"
        action={<Button onClick={onAdd}>Ajouter un médicament</Button>}
      >
        Ajoutez le premier médicament : les clients pourront le commander.
      </EmptyState>
    );
  return (
    <EmptyState
      title="Aucun médicament ne correspond"
      action={
        <Button variant="default" onClick={onClear}>
          Voir tous les médicaments
        </Button>
      }
    >
      Changez un filtre ou le nom cherché.
    </EmptyState>
  );
}

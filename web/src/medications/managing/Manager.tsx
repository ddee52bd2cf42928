import { Button, Stack } from '@mantine/core';
import { EmptyState } from '../../ui/feedback.tsx';
import { lazyDialog } from '../../ui/lazy.tsx';
import { CountLine, ListState } from '../../ui/listing.tsx';
import { PageButtons } from '../../ui/PageButtons.tsx';
import { useRowDialogs } from '../../ui/RowDialogs.tsx';
import { Rows } from '../../ui/rows.tsx';
import { useSearchParamFilters } from '../../ui/search-param-filters.ts';
import { PAGE_SIZE, useApproveMedication, useCreators, useMedications } from './api.ts';
import { Filters } from './filtering/Filters.tsx';
import { describeFilters, medicationFilters } from './filtering/medication-filters.ts';
import { MedicationRow } from './MedicationRow.tsx';

// Lazy: loaded when first opened.
const MedicationDialogs = lazyDialog(() =>
  import('./editing/MedicationDialogs.tsx').then((module) => module.MedicationDialogs),
);

const FAILED = 'Erreur chargement médicaments';
const headings = ['Nom', 'Forme', { end: 'Prix' }, 'Créateur', 'Date', { end: 'Actions' }];
const columns =
  'minmax(11.5rem, 1fr) 6rem 6.75rem minmax(6.5rem, 9rem) minmax(6.5rem, 11.5rem) minmax(6.75rem, 13.5rem)';

/** « Gestion des médicaments ». */
export function Manager() {
  const { filters, isFiltered, change, clear, linkTo } = useSearchParamFilters(medicationFilters);
  const list = useMedications(filters);
  const creators = useCreators();
  const dialogs = useRowDialogs('medication');
  const approving = useApproveMedication();
  const creator = creators.data?.find(({ _id }) => _id === filters.createdBy)?.name;
  return (
    <Stack component="section" gap={4} aria-label="Gestion des médicaments">
      <Filters
        filters={filters}
        onChange={change}
        linkTo={linkTo}
        creators={creators.data}
        onAdd={dialogs.add}
      />
      <CountLine
        list={list}
        noun="médicament"
        filters={describeFilters(filters, creator)}
        onClear={clear}
        failed={FAILED}
      />
      <ListState
        list={list}
        isFiltered={isFiltered}
        onClear={clear}
        failed={FAILED}
        rows={PAGE_SIZE}
        height={64}
        empty={
          <EmptyState
            title="Le catalogue est vide"
            action={<Button onClick={dialogs.add}>Ajouter un médicament</Button>}
          >
            Ajoutez le premier médicament : les clients pourront le commander.
          </EmptyState>
        }
        noMatch={{
          title: 'Aucun médicament ne correspond',
          hint: 'Changez un filtre ou le nom cherché.',
          clear: 'Voir tous les médicaments',
        }}
      >
        <Rows
          label="Médicaments"
          list={list}
          headings={headings}
          columns={columns}
          tablet="minmax(0, 1fr) 12rem 14.5rem"
        >
          {list.rows.map((medication) => (
            <MedicationRow
              key={medication._id}
              medication={medication}
              isBusy={approving.isPending && approving.variables._id === medication._id}
              onApprove={() =>
                approving.mutate(medication, {
                  // The server refuses a medicine without a price: the form opens to set it.
                  onError: () => medication.price === 0 && dialogs.edit(medication),
                })
              }
              onEdit={() => dialogs.edit(medication)}
              onDelete={() => dialogs.remove(medication)}
            />
          ))}
        </Rows>
      </ListState>
      <PageButtons list={list} size={PAGE_SIZE} page={filters.page} onPage={(page) => change({ page })} />
      <MedicationDialogs rows={list.isLoaded ? list.rows : undefined} {...dialogs.lazy} />
    </Stack>
  );
}

import { Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { preloadDialog } from '../../ui/dialog/ResponsiveDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { CountLine } from '../../ui/listing/CountLine.tsx';
import { useAddressFilters } from '../../ui/listing/filters/address-filters.ts';
import { ListState } from '../../ui/listing/ListState.tsx';
import { useRowKeys } from '../../ui/listing/use-row-keys.ts';
import { usePrescriptions } from './api.ts';
import { Filters } from './filtering/Filters.tsx';
import { describe, prescriptionFilters } from './filtering/prescription-filters.ts';
import { PrescriptionDialog, preloadPrescription } from './open/PrescriptionDialog.tsx';
import { PrescriptionList } from './PrescriptionList.tsx';

type Props = {
  /** Renders a link to the file of this key. */
  fileLink: (key: string) => ReactNode;
  orderAddress: (orderId: string) => string;
};

/** Every prescription, for the super administrator (SPEC 6), who can print them, and delete unused ones. */
export function AllPrescriptions(props: Props) {
  const { filters, isFiltered, change, clear, linkTo } = useAddressFilters(prescriptionFilters);
  const list = usePrescriptions('all', filters);
  const rows = useRef<HTMLUListElement>(null);
  const { onListKey, onSearchKey } = useRowKeys({ list: rows });

  useEffect(() => {
    if (list.isPending) return;
    preloadDialog();
    preloadPrescription();
  }, [list.isPending]);

  return (
    <Stack gap="sm">
      <Filters
        filters={filters}
        searchLabel="Patient ou numéro"
        onChange={change}
        linkTo={linkTo}
        onSearchKey={onSearchKey}
      />
      <CountLine
        list={list}
        noun="ordonnance"
        shown={list.rows.length}
        filters={describe(filters)}
        onClear={clear}
      />
      <ListState
        list={list}
        isFiltered={isFiltered}
        onClear={clear}
        empty={
          <EmptyState title="Aucune ordonnance pour l’instant">
            Celles des professionnels de santé et des pharmaciens arrivent ici d’elles-mêmes.
          </EmptyState>
        }
        noMatch={{
          title: 'Aucune ordonnance ne correspond',
          hint: 'Changez le filtre, le nom ou le numéro cherché.',
        }}
      >
        <PrescriptionList scope="all" list={list} listRef={rows} onKeyDown={onListKey} />
      </ListState>
      <PrescriptionDialog scope="all" {...props} />
    </Stack>
  );
}

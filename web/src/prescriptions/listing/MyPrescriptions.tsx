import type { User } from '@amasin/domain/users/user.ts';
import { Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { preloadDialog } from '../../ui/dialog/ResponsiveDialog.tsx';
import { useDialogAddress } from '../../ui/dialog/use-dialog-address.ts';
import { CountLine } from '../../ui/listing/CountLine.tsx';
import { useAddressFilters } from '../../ui/listing/filters/address-filters.ts';
import { ListState } from '../../ui/listing/ListState.tsx';
import { useRowKeys } from '../../ui/listing/use-row-keys.ts';
import { type ListedPrescriptions, usePrescriptions } from './api.ts';
import { ComposingDialog, preloadComposing } from './composing/ComposingDialog.tsx';
import type { Slots } from './composing/ComposingForm.tsx';
import type { FetchCurrent } from './composing/use-composing.ts';
import { Filters } from './filtering/Filters.tsx';
import { describe, prescriptionFilters } from './filtering/prescription-filters.ts';
import { PrescriptionDialog, preloadPrescription } from './open/PrescriptionDialog.tsx';
import { PrescriptionList } from './PrescriptionList.tsx';
import { OPENED } from './use-opened-link.ts';

/** Address parameter of the form. */
export const WRITE = 'write';

type Counts = NonNullable<ListedPrescriptions['latest']>['counts'];

type Props = Slots & {
  user: User;
  fetchCurrent: FetchCurrent;
  /** Renders a link to the file of this key. */
  fileLink: (key: string) => ReactNode;
  /** Shown in place of an empty list without filters. */
  empty: ReactNode;
  /** Lays out the list and the counts that it loads. */
  children: (counts: Counts | undefined, list: ReactNode) => ReactNode;
};

/** The prescriptions of a prescriber, who can create and edit them. */
export function MyPrescriptions({ user, fetchCurrent, fileLink, empty, children, ...slots }: Props) {
  const { filters, isFiltered, change, clear, linkTo } = useAddressFilters(prescriptionFilters);
  const list = usePrescriptions('mine', filters);
  const rows = useRef<HTMLUListElement>(null);
  const { onListKey, onSearchKey } = useRowKeys({ list: rows });
  const writing = useDialogAddress(WRITE);
  const navigate = useNavigate();
  const { state } = useLocation();

  useEffect(() => {
    if (list.isPending) return;
    preloadDialog();
    preloadPrescription();
    preloadComposing();
  }, [list.isPending]);

  /** Replaces the form in the history with the created prescription: Back leads to the list. */
  const showCreated = (number: string) => {
    const next = new URLSearchParams(window.location.search);
    next.delete(WRITE);
    next.set(OPENED, number);
    navigate(
      { search: next.toString() },
      { replace: true, preventScrollReset: true, state: state && { openedDialog: OPENED } },
    );
  };

  return (
    <>
      {children(
        list.latest?.counts,
        <Stack gap="sm">
          <Filters filters={filters} onChange={change} linkTo={linkTo} onSearchKey={onSearchKey} />
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
            rows={6}
            empty={empty}
            noMatch={{
              title: 'Aucune ordonnance ne correspond',
              hint: 'Changez le filtre ou le nom cherché.',
              pictogram: 'phone',
            }}
          >
            <PrescriptionList scope="mine" list={list} listRef={rows} onKeyDown={onListKey} />
          </ListState>
        </Stack>,
      )}
      <PrescriptionDialog scope="mine" hidden={writing.opened} fileLink={fileLink} onEdit={writing.open} />
      <ComposingDialog
        {...slots}
        user={user}
        target={writing.value}
        fetchCurrent={fetchCurrent}
        onCreated={({ prescriptionNumber }) => showCreated(prescriptionNumber)}
        onClose={writing.close}
      />
    </>
  );
}

import type { User } from '@amasin/domain/users/user.ts';
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
import type { FindAgain } from './composing/use-composing.ts';
import { Filters } from './filtering/Filters.tsx';
import { describe, prescriptionFilters } from './filtering/prescription-filters.ts';
import { PrescriptionDialog, preloadPrescription } from './open/PrescriptionDialog.tsx';
import { PrescriptionList } from './PrescriptionList.tsx';
import { OPENED } from './use-opened-link.ts';

/** The word of the form in the page's address. */
export const WRITE = 'write';

type Counts = NonNullable<ListedPrescriptions['latest']>['counts'];

type Props = Slots & {
  user: User;
  findAgain: FindAgain;
  /** Opens the file of this key in the viewer. */
  fileLink: (key: string) => ReactNode;
  /** What an empty list says before anything has been written. */
  empty: ReactNode;
  /** Places the list among the figures, which it brings. */
  children: (counts: Counts | undefined, list: ReactNode) => ReactNode;
};

/** The prescriptions that a prescriber wrote: found, read, written and changed. */
export function MyPrescriptions({ user, findAgain, fileLink, empty, children, ...slots }: Props) {
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

  /** The form gives its place in the history to what was written: Back goes to the list. */
  const showInstead = (number: string) => {
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
        <>
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
        </>,
      )}
      <PrescriptionDialog scope="mine" hidden={writing.opened} fileLink={fileLink} onEdit={writing.open} />
      <ComposingDialog
        {...slots}
        user={user}
        about={writing.value}
        findAgain={findAgain}
        onCreated={({ prescriptionNumber }) => showInstead(prescriptionNumber)}
        onClose={writing.close}
      />
    </>
  );
}

import type { User } from '@amasin/domain/users/user.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAddressChoice } from '../../lib/history/use-address-choice.ts';
import { preloadDialog } from '../../ui/dialog/ResponsiveDialog.tsx';
import { useDialogAddress } from '../../ui/dialog/use-dialog-address.ts';
import { useRowKeys } from '../../ui/listing/use-row-keys.ts';
import { type ListedPrescriptions, useMyPrescriptions } from './api.ts';
import { ComposingDialog, preloadComposing } from './composing/ComposingDialog.tsx';
import type { Slots } from './composing/ComposingForm.tsx';
import type { FindAgain } from './composing/use-composing.ts';
import { isChosen, readChoice, withChoice } from './filtering/choice.ts';
import { Filters } from './filtering/Filters.tsx';
import { ResultLine } from './filtering/ResultLine.tsx';
import { PrescriptionDialog, preloadPrescription } from './open/PrescriptionDialog.tsx';
import { PrescriptionList } from './PrescriptionList.tsx';
import { OPENED } from './use-opened-link.ts';

/** The word of the form in the page's address. */
export const WRITE = 'write';

type Props = Slots & {
  user: User;
  findAgain: FindAgain;
  /** Opens the file of this key in the viewer. */
  fileLink: (key: string) => ReactNode;
  /** What an empty list says before anything has been written. */
  empty: ReactNode;
  /** Places the list among the figures, which it brings. */
  children: (counts: ListedPrescriptions['counts'], list: ReactNode) => ReactNode;
};

/** The prescriptions that a prescriber wrote: found, read, written and changed. */
export function MyPrescriptions({ user, findAgain, fileLink, empty, children, ...slots }: Props) {
  const { choice, change } = useAddressChoice(readChoice, withChoice);
  const chosen = isChosen(choice);
  const list = useMyPrescriptions(choice);
  const rows = useRef<HTMLUListElement>(null);
  const { onListKey, onSearchKey } = useRowKeys({ list: rows, rows: 'a[data-prescription]' });
  const writing = useDialogAddress(WRITE);
  const navigate = useNavigate();
  const { state } = useLocation();
  const clear = () => change({ q: '', used: '' });

  const stands = !list.isPending;
  useEffect(() => {
    if (!stands) return;
    preloadDialog();
    preloadPrescription();
    preloadComposing();
  }, [stands]);

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
        list.counts,
        <>
          <Filters choice={choice} onChange={change} onSearchKey={onSearchKey} />
          <ResultLine list={list} choice={choice} chosen={chosen} onClear={clear} />
          <PrescriptionList
            list={list}
            chosen={chosen}
            onClear={clear}
            empty={empty}
            listRef={rows}
            onKeyDown={onListKey}
          />
        </>,
      )}
      <PrescriptionDialog hidden={writing.opened} fileLink={fileLink} onEdit={writing.open} />
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

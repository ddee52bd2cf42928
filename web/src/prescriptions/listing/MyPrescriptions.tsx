import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { titledName } from '@amasin/domain/users/partner-title.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ResponsiveDialog } from '../../ui/dialog.tsx';
import { useSearchParamFilters } from '../../ui/search-param-filters.ts';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import { ComposingDialog } from '../composing/ComposingDialog.tsx';
import type { Slots } from '../composing/ComposingForm.tsx';
import type { Patient } from '../composing/draft.ts';
import { reuseOf } from '../composing/target.ts';
import type { FetchCurrent } from '../composing/use-composing.ts';
import { prescriptionFilters, usePrescriptions } from './api.ts';
import { PrescriptionDialog } from './PrescriptionDialog.tsx';
import { PrescriptionList } from './PrescriptionList.tsx';
import { OPENED } from './use-opened-link.ts';

/** Search param of the form. */
export const WRITE = 'write';

type Props = Slots & {
  user: User;
  /** Of a new prescription, as in `ComposingDialog`. */
  patient: Patient | null | undefined;
  fetchCurrent: FetchCurrent;
  /** Renders a link to the file of this key. */
  fileLink: (key: string) => ReactNode;
  /** Renders a button below the number of an unused prescription. */
  give: ((prescription: Prescription) => ReactNode) | null;
  /** Shown in place of an empty list without filters. */
  empty: ReactNode;
  /** `ListAction`. */
  action: ReactNode;
  /** Other figures, after the filters. */
  figures: ReactNode;
  /** Lays out the list. */
  children: (list: ReactNode) => ReactNode;
};

/** The prescriptions of a prescriber, who can create and edit them. */
export function MyPrescriptions(props: Props) {
  const { user, patient, fetchCurrent, fileLink, give, empty, action, figures, children, ...slots } = props;
  const searchParams = useSearchParamFilters(prescriptionFilters);
  const list = usePrescriptions('mine', searchParams.filters);
  const writing = useDialogUrl(WRITE);
  const navigate = useNavigate();
  const { state } = useLocation();

  useEffect(() => {
    if (list.isPending) return;
    ResponsiveDialog.preload();
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
        <PrescriptionList
          scope="mine"
          list={list}
          searchParams={searchParams}
          empty={empty}
          action={action}
          figures={figures}
          owner={titledName(user.name, user.titrePartenaire)}
        />,
      )}
      <PrescriptionDialog
        scope="mine"
        hidden={writing.opened}
        fileLink={fileLink}
        {...(give && { give })}
        onEdit={writing.open}
        onReuse={(how, number) => writing.swap({ [WRITE]: reuseOf(how, number) })}
      />
      <ComposingDialog
        {...slots}
        user={user}
        patient={patient}
        target={writing.value}
        fetchCurrent={fetchCurrent}
        onCreated={({ prescriptionNumber }) => showCreated(prescriptionNumber)}
        onClose={writing.close}
      />
    </>
  );
}

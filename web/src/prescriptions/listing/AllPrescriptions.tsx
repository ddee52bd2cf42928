import { type ReactNode, useEffect } from 'react';
import { ResponsiveDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { useSearchParamFilters } from '../../ui/search-param-filters.ts';
import { prescriptionFilters, usePrescriptions } from './api.ts';
import { PrescriptionDialog } from './PrescriptionDialog.tsx';
import { PrescriptionList } from './PrescriptionList.tsx';

type Props = {
  /** Renders a link to the file of this key. */
  fileLink: (key: string) => ReactNode;
  orderUrl: (orderId: string) => string;
};

/** Every prescription, for the super administrator, who can print them, and delete unused ones. */
export function AllPrescriptions(props: Props) {
  const searchParams = useSearchParamFilters(prescriptionFilters);
  const list = usePrescriptions('all', searchParams.filters);

  useEffect(() => {
    if (list.isPending) return;
    ResponsiveDialog.preload();
  }, [list.isPending]);

  return (
    <>
      <PrescriptionList
        scope="all"
        list={list}
        searchParams={searchParams}
        empty={
          <EmptyState title="Aucune ordonnance pour l’instant">
            Celles des professionnels de santé et des pharmaciens arrivent ici d’elles-mêmes.
          </EmptyState>
        }
      />
      <PrescriptionDialog scope="all" {...props} />
    </>
  );
}

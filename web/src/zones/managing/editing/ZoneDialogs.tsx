import type { Zone } from '@amasin/domain/zones/zone.ts';
import { useQueryClient } from '@tanstack/react-query';
import { invalidate } from '../../../lib/api/keys.ts';
import { countOf } from '../../../lib/format/money.ts';
import { toast } from '../../../lib/toast/toast.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { ResponsiveDialog } from '../../../ui/dialog/ResponsiveDialog.tsx';
import { useDialogAddress } from '../../../ui/dialog/use-dialog-address.ts';
import { useListed } from '../../../ui/dialog/use-listed.ts';
import { LazyPart } from '../../../ui/loading/LazyPart.tsx';
import { useDeleteZone } from '../api.ts';
import { DELETE, EDIT, NEW } from '../dialog-names.ts';

const loadForm = () => import('./ZoneForm.tsx').then((module) => module.default);

type Props = { known: readonly Zone[] | undefined };

/** What opens over the list of zones, which knows these. */
export default function ZoneDialogs({ known }: Props) {
  return (
    <>
      <ZoneDialog known={known} />
      <DeleteZone known={known} />
    </>
  );
}

/** Adds a zone or changes one. */
function ZoneDialog({ known }: Props) {
  const { value, close } = useDialogAddress(EDIT);
  const queries = useQueryClient();
  const isNew = value === NEW;
  const listed = useListed(isNew ? null : value, known, close);
  const zone = isNew ? null : listed;

  const onSaved = () => {
    close();
    void invalidate(queries, 'zones');
    toast.success(isNew ? 'Zone ajoutée' : 'Zone modifiée');
  };
  return (
    <ResponsiveDialog
      opened={value !== null && zone !== undefined}
      onClose={close}
      title={isNew ? 'Nouvelle zone' : 'Modifier la zone'}
      hasForm
    >
      {zone === undefined ? null : (
        <LazyPart
          key={value}
          load={loadForm}
          props={{ zone, onSaved, onRefused: () => void invalidate(queries, 'zones') }}
          height={360}
        />
      )}
    </ResponsiveDialog>
  );
}

/** Asks before it removes a zone. */
function DeleteZone({ known }: Props) {
  const { value, close } = useDialogAddress(DELETE);
  const deleting = useDeleteZone(close);
  const zone = useListed(value, known, close);
  return (
    <ConfirmDialog
      opened={value !== null && zone !== undefined}
      onClose={close}
      question="Supprimer cette zone ?"
      confirmLabel="Supprimer"
      onConfirm={() => {
        if (value !== null) deleting.mutate(value);
      }}
      pending={deleting.isPending}
      danger
    >
      {zone === undefined ? null : (
        <>
          {zone.label}, {countOf(zone.sectors.length, 'quartier')}. Les commandes passées gardent leur zone et
          leurs frais.
        </>
      )}
    </ConfirmDialog>
  );
}

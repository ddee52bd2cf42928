import type { Address } from '@amasin/domain/addresses/address.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { invalidate } from '../lib/keys.ts';
import { toast } from '../lib/toast.tsx';
import { ConfirmDialog, ResponsiveDialog } from '../ui/dialog.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { useListed } from '../ui/use-listed.ts';
import { AddressForm } from './AddressForm.tsx';
import { useDeleteAddress } from './api.ts';
import { describePlace } from './describe-place.ts';
import { EDIT, NEW, REMOVE, type ZoneSlot } from './dialogs.ts';

type Props = {
  addresses: readonly Address[];
  zones: readonly Zone[];
  renderZone: (slot: ZoneSlot) => ReactNode;
};

/** Adds, changes and removes a kept place. */
export function AddressDialogs({ addresses, zones, renderZone }: Props) {
  const queries = useQueryClient();
  const editing = useDialogUrl(EDIT);
  const removing = useDialogUrl(REMOVE);
  const isNew = editing.value === NEW;
  const edited = useListed(isNew ? null : editing.value, addresses, editing.close);
  const removed = useListed(removing.value, addresses, removing.close);
  const deleting = useDeleteAddress(removing.close);
  const onSaved = () => {
    editing.close();
    void invalidate(queries, 'addresses');
    toast.success(isNew ? 'Lieu gardé' : 'Lieu modifié');
  };
  return (
    <>
      <ResponsiveDialog
        opened={isNew || edited !== undefined}
        onClose={editing.close}
        title={isNew ? 'Ajouter un lieu' : 'Modifier ce lieu'}
        hasForm
      >
        <AddressForm
          key={editing.value}
          kept={edited ?? null}
          zones={zones}
          renderZone={renderZone}
          onSaved={onSaved}
          onFailed={() => void invalidate(queries, 'addresses')}
        />
      </ResponsiveDialog>
      <ConfirmDialog
        opened={removed !== undefined}
        onClose={removing.close}
        question={`Retirer ${removed?.name ?? 'ce lieu'} ?`}
        confirmLabel="Retirer"
        onConfirm={() => {
          if (removed !== undefined) deleting.mutate(removed._id);
        }}
        pending={deleting.isPending}
        danger
      >
        {`${removed === undefined ? '' : describePlace(removed, zones)}. Vos commandes passées ne changent pas.`}
      </ConfirmDialog>
    </>
  );
}

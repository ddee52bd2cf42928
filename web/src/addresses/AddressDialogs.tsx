import { type Address, newAddress } from '@amasin/domain/addresses/address.ts';
import { ADDRESS_MAX } from '@amasin/domain/addresses/limits.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate } from '../lib/keys.ts';
import { toast } from '../lib/toast.tsx';
import { useSchemaForm } from '../lib/use-schema-form.ts';
import { ConfirmDialog, ResponsiveDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { SchemaForm } from '../ui/SchemaForm.tsx';
import { TextareaField } from '../ui/TextareaField.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { useListed } from '../ui/use-listed.ts';
import { ZoneField } from '../zones/ZoneField.tsx';
import { describePlace, EDIT, NEW_ADDRESS, REMOVE, saveAddress, useDeleteAddress } from './api.ts';

type Props = {
  /** Null for a new one. */
  kept: Address | null;
  zones: readonly Zone[];
  onSaved: () => void;
  onFailed: () => void;
};

export function AddressForm({ kept, zones, onSaved, onFailed }: Props) {
  const [place, setPlace] = useState({ zone: kept?.zone ?? '', sector: kept?.sector ?? null });
  const schemaForm = useSchemaForm({
    schema: newAddress,
    initialValues: { name: kept?.name ?? '', address: kept?.address ?? '', ...place },
    fieldOfCode: { ADDRESS_EXISTS: 'name' },
    send: async (body) => {
      await saveAddress(kept, body);
      onSaved();
    },
    onFailed,
  });
  const { form } = schemaForm;
  const { zone: zoneError } = form.errors;
  return (
    <SchemaForm {...schemaForm} submit="Enregistrer">
      <TextField
        name="name"
        label="Nom"
        placeholder="Maison"
        autoComplete="off"
        maxLength={40}
        required
        data-autofocus
      />
      <ZoneField
        zones={zones}
        zone={zones.find(({ _id }) => _id === place.zone) ?? null}
        sector={place.sector}
        error={typeof zoneError === 'string' ? zoneError : undefined}
        onPick={(zone, sector) => {
          setPlace({ zone: zone._id, sector });
          form.setFieldValue('zone', zone._id);
          form.setFieldValue('sector', sector);
        }}
        onLeave={() => void form.validateField('zone')}
      />
      <TextareaField
        name="address"
        label="Adresse"
        description="Rue, repère, couleur du portail : ce qui aide le livreur à vous trouver."
        autoComplete="street-address"
        maxLength={ADDRESS_MAX}
        required
      />
    </SchemaForm>
  );
}

type AddressDialogsProps = {
  addresses: readonly Address[];
  zones: readonly Zone[];
};

/** Adds, changes and removes a kept place. */
export function AddressDialogs({ addresses, zones }: AddressDialogsProps) {
  const queries = useQueryClient();
  const editing = useDialogUrl(EDIT);
  const removing = useDialogUrl(REMOVE);
  const isNew = editing.value === NEW_ADDRESS;
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

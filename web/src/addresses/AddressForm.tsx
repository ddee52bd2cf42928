import type { Address } from '@amasin/domain/addresses/address.ts';
import { newAddress } from '@amasin/domain/addresses/address.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';
import { type ReactNode, useState } from 'react';
import { useSchemaForm } from '../lib/use-schema-form.ts';
import { TextField } from '../ui/fields.tsx';
import { SchemaForm } from '../ui/SchemaForm.tsx';
import { TextareaField } from '../ui/TextareaField.tsx';
import { saveAddress } from './api.ts';
import type { ZoneSlot } from './dialogs.ts';

type Props = {
  /** Null for a new one. */
  kept: Address | null;
  zones: readonly Zone[];
  renderZone: (slot: ZoneSlot) => ReactNode;
  onSaved: () => void;
  onFailed: () => void;
};

export function AddressForm({ kept, zones, renderZone, onSaved, onFailed }: Props) {
  const [place, setPlace] = useState({ zone: kept?.zone ?? '', sector: kept?.sector ?? null });
  const schemaForm = useSchemaForm({
    schema: newAddress,
    initialValues: { name: kept?.name ?? '', address: kept?.address ?? '', ...place },
    fallback: 'Erreur lors de la sauvegarde',
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
      {renderZone({
        zone: zones.find(({ _id }) => _id === place.zone) ?? null,
        sector: place.sector,
        error: typeof zoneError === 'string' ? zoneError : undefined,
        onPick: (zone, sector) => {
          setPlace({ zone: zone._id, sector });
          form.setFieldValue('zone', zone._id);
          form.setFieldValue('sector', sector);
        },
        onLeave: () => void form.validateField('zone'),
      })}
      <TextareaField
        name="address"
        label="Adresse"
        description="Rue, repère, couleur du portail : ce qui aide le livreur à vous trouver."
        autoComplete="street-address"
        maxLength={300}
        required
      />
    </SchemaForm>
  );
}

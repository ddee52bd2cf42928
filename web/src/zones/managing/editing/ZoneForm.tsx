import { hasSector } from '@amasin/domain/zones/sectors.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';
import { useState } from 'react';
import { useSchemaForm } from '../../../lib/form/use-schema-form.ts';
import { formatNumber, readPrice } from '../../../lib/format/money.ts';
import { SchemaForm } from '../../../ui/form/SchemaForm.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { PositionField } from '../../../ui/map/PositionField.tsx';
import { saveZone } from '../api.ts';
import { SectorsField } from './SectorsField.tsx';

const loadSchema = () => import('./zone-schema.ts').then(({ zoneSchema }) => zoneSchema);

type Props = {
  /** Null for a new one. */
  zone: Zone | null;
  onSaved: () => void;
  onFailed: () => void;
};

export default function ZoneForm({ zone, onSaved, onFailed }: Props) {
  const [sectors, setSectors] = useState<string[]>(zone?.sectors ?? []);
  const [sector, setSector] = useState('');
  const schemaForm = useSchemaForm({
    loadSchema,
    initialValues: {
      label: zone?.label ?? '',
      town: zone?.town ?? 'Cotonou',
      sectors,
      location: zone?.location ?? null,
      price: zone === null ? '' : formatNumber(zone.price),
    },
    fallback: 'Erreur lors de la sauvegarde',
    fieldOfCode: { ZONE_EXISTS: 'label' },
    send: async ({ label, town, price, location }) => {
      // Typed but not added.
      const last = sector.trim();
      const all = last === '' || hasSector(sectors, last) ? sectors : [...sectors, last];
      await saveZone(zone, { label, town, sectors: all, price: readPrice(price) ?? 0, location });
      onSaved();
    },
    onFailed,
  });
  const { form } = schemaForm;
  const change = (next: string[]) => {
    setSectors(next);
    form.setFieldValue('sectors', next);
  };

  return (
    <SchemaForm {...schemaForm} submit={zone === null ? 'Ajouter' : 'Enregistrer'}>
      <TextField
        name="label"
        label="Nom"
        placeholder="Cotonou – 12e arrondissement"
        autoComplete="off"
        maxLength={120}
        required
        autoFocus={zone === null}
      />
      <TextField
        name="town"
        label="Commune"
        description="Le livreur y cherche l’adresse sur la carte."
        autoComplete="off"
        maxLength={60}
        required
      />
      <TextField
        name="price"
        label="Frais de livraison (FCFA)"
        description="Les commandes passées gardent leurs frais."
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        required
      />
      <SectorsField
        sectors={sectors}
        onChange={change}
        text={sector}
        onText={setSector}
        error={form.errors.sectors}
      />
      <PositionField
        label="Position (facultatif)"
        description="Elle donne la distance des pharmacies. Vide, c’est la moyenne de celles dont l’adresse nomme la zone."
      />
    </SchemaForm>
  );
}

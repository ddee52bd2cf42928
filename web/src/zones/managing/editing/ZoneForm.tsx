import { hasSector } from '@amasin/domain/zones/sectors.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';
import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSchemaForm } from '../../../lib/form/use-schema-form.ts';
import { formatNumber, readPrice } from '../../../lib/format/money.ts';
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx';
import { saveZone } from '../api.ts';
import { SectorsField } from './SectorsField.tsx';

const loadSchema = () => import('./zone-schema.ts').then(({ zoneSchema }) => zoneSchema);

type Props = {
  /** Null for a new one. */
  zone: Zone | null;
  onSaved: () => void;
  /** Called after a refusal, which the form shows. */
  onRefused: () => void;
};

export default function ZoneForm({ zone, onSaved, onRefused }: Props) {
  const [sectors, setSectors] = useState<string[]>(zone?.sectors ?? []);
  const [sector, setSector] = useState('');
  const { form, sending, formProps } = useSchemaForm({
    loadSchema,
    initialValues: {
      label: zone?.label ?? '',
      town: zone?.town ?? 'Cotonou',
      sectors,
      price: zone === null ? '' : formatNumber(zone.price),
    },
    fallback: 'Erreur lors de la sauvegarde',
    fieldOfCode: { ZONE_EXISTS: 'label' },
    send: async ({ label, town, price }) => {
      // Typed but not added.
      const last = sector.trim();
      const all = last === '' || hasSector(sectors, last) ? sectors : [...sectors, last];
      try {
        await saveZone(zone, { label, town, sectors: all, price: readPrice(price) ?? 0 });
        onSaved();
      } catch (error) {
        onRefused();
        throw error;
      }
    },
  });
  const change = (next: string[]) => {
    setSectors(next);
    form.setFieldValue('sectors', next);
    form.clearFieldError('sectors');
  };

  return (
    <form {...formProps}>
      <Stack gap="md">
        <TextInput
          {...form.getInputProps('label')}
          key={form.key('label')}
          label="Nom"
          placeholder="Cotonou – 12e arrondissement"
          autoComplete="off"
          maxLength={120}
          required
          withAsterisk={false}
          autoFocus={zone === null}
        />
        <TextInput
          {...form.getInputProps('town')}
          key={form.key('town')}
          label="Commune"
          description="Le livreur y cherche l’adresse sur la carte."
          autoComplete="off"
          maxLength={60}
          required
          withAsterisk={false}
        />
        <TextInput
          {...form.getInputProps('price')}
          key={form.key('price')}
          label="Frais de livraison (FCFA)"
          description="Les commandes passées gardent leurs frais."
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          required
          withAsterisk={false}
        />
        <SectorsField
          sectors={sectors}
          onChange={change}
          text={sector}
          onText={setSector}
          error={form.errors.sectors}
        />
        <SubmitButton sending={sending} sendingLabel="Enregistrement en cours…">
          {zone === null ? 'Ajouter' : 'Enregistrer'}
        </SubmitButton>
      </Stack>
    </form>
  );
}

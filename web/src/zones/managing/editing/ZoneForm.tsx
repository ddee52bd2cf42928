import { formatNumber } from '@amasin/domain/contract/format.ts';
import { hasSector } from '@amasin/domain/zones/sectors.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';
import { useState } from 'react';
import { readPrice } from '../../../lib/format.ts';
import { changedFields, useSchemaForm } from '../../../lib/use-schema-form.ts';
import { TextField } from '../../../ui/fields.tsx';
import { PositionField } from '../../../ui/PositionField.tsx';
import { SchemaForm } from '../../../ui/SchemaForm.tsx';
import { changeZone, createZone } from '../api.ts';
import { NamesField } from './NamesField.tsx';
import { zoneSchema } from './zone-schema.ts';

type Props = {
  /** Null for a new one. */
  zone: Zone | null;
  onSaved: () => void;
  onFailed: () => void;
};

export function ZoneForm({ zone, onSaved, onFailed }: Props) {
  // Of the zone as the form opened: it may be read again meanwhile.
  const [first] = useState(() => ({
    label: zone?.label ?? '',
    town: zone?.town ?? 'Cotonou',
    sectors: zone?.sectors ?? [],
    aliases: zone?.aliases ?? [],
    location: zone?.location ?? null,
    price: zone === null ? '' : formatNumber(zone.price),
  }));
  const [sectors, setSectors] = useState(first.sectors);
  const [aliases, setAliases] = useState(first.aliases);
  // Typed but not added.
  const [sector, setSector] = useState('');
  const [alias, setAlias] = useState('');
  const schemaForm = useSchemaForm({
    schema: zoneSchema,
    initialValues: first,
    fallback: 'Erreur lors de la sauvegarde',
    fieldOfCode: { ZONE_EXISTS: 'label' },
    send: async (values) => {
      const names = { sectors: withTyped(sectors, sector), aliases: withTyped(aliases, alias) };
      const body = { ...values, ...names, price: readPrice(values.price) ?? 0 };
      if (zone === null) await createZone(body);
      else await changeZone(zone._id, changedFields({ ...first, price: readPrice(first.price) ?? 0 }, body));
      onSaved();
    },
    onFailed,
  });
  const { form } = schemaForm;
  const changeSectors = (next: string[]) => {
    setSectors(next);
    form.setFieldValue('sectors', next);
  };
  const changeAliases = (next: string[]) => {
    setAliases(next);
    form.setFieldValue('aliases', next);
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
        required
      />
      <NamesField
        path="sectors"
        label="Quartiers"
        noun={['quartier', 'quartiers']}
        placeholder="Cadjèhoun"
        names={sectors}
        onChange={changeSectors}
        text={sector}
        onText={setSector}
        error={form.errors.sectors}
      />
      <NamesField
        path="aliases"
        label="Lieux connus"
        noun={['lieu', 'lieux']}
        placeholder="Étoile Rouge"
        description="Marchés, carrefours, autres noms : les clients trouvent aussi la zone par eux."
        names={aliases}
        onChange={changeAliases}
        text={alias}
        onText={setAlias}
        error={form.errors.aliases}
      />
      <PositionField
        label="Position (facultatif)"
        description="Elle donne la distance des pharmacies. Vide, c’est la moyenne de celles dont l’adresse nomme la zone."
      />
    </SchemaForm>
  );
}

/** With the name that is typed but not added. */
function withTyped(names: string[], typed: string): string[] {
  const last = typed.trim();
  return last === '' || hasSector(names, last) ? names : [...names, last];
}

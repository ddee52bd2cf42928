import type { CallInput } from '@amasin/domain/contract/endpoint.ts';
import { formatNumber } from '@amasin/domain/contract/format.ts';
import { zoneEndpoints } from '@amasin/domain/zones/endpoints.ts';
import { hasSector } from '@amasin/domain/zones/sectors.ts';
import { newZone, type Zone } from '@amasin/domain/zones/zone.ts';
import { Button, Group, TextInput, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { z } from 'zod';
import { call } from '../lib/call.ts';
import { countOf } from '../lib/format.ts';
import { readPrice } from '../lib/read-price.ts';
import { useChange } from '../lib/use-change.ts';
import { editedFields, useSchemaForm } from '../lib/use-schema-form.ts';
import { TextField } from '../ui/fields.tsx';
import { PositionField } from '../ui/PositionField.tsx';
import { DeleteDialog, EditDialog } from '../ui/RowDialogs.tsx';
import { SchemaForm } from '../ui/SchemaForm.tsx';
import styles from './zones.module.css';

export function useDeleteZone(onDone: () => void) {
  return useChange({
    resource: 'zones',
    mutationFn: (id: string) => call(zoneEndpoints.deleteZone, { params: { id } }),
    done: 'Zone supprimée',
    failed: 'Erreur lors de la suppression',
    onDone,
  });
}

export const createZone = (body: CallInput<typeof zoneEndpoints.createZone>['body']) =>
  call(zoneEndpoints.createZone, { body });

export const changeZone = (id: string, body: CallInput<typeof zoneEndpoints.updateZone>['body']) =>
  call(zoneEndpoints.updateZone, { params: { id }, body });

/** The typed values of the form. */
export const zoneSchema = newZone.extend({
  town: newZone.shape.town.unwrap(),
  price: z
    .string()
    .trim()
    .min(1, 'Frais requis')
    .transform((typed) => readPrice(typed) ?? Number.NaN)
    .pipe(newZone.shape.price),
});

type Props = {
  /** The field of the zone. */
  path: string;
  label: string;
  /** French nouns for one name, in the masculine, and for several. */
  noun: readonly [one: string, several: string];
  placeholder: string;
  description?: string;
  names: readonly string[];
  onChange: (names: string[]) => void;
  /** Typed but not added yet; it is sent with the others. */
  text: string;
  onText: (text: string) => void;
  error?: ReactNode;
};

/** Sectors or other names of a zone, without duplicates: Enter adds the typed one, a click removes one. */
export function NamesField(props: Props) {
  const { path, label, noun, placeholder, description, names, onChange, text, onText, error } = props;
  const [one, several] = noun;
  const [twice, setTwice] = useState(false);
  const [said, setSaid] = useState('');
  const field = useRef<HTMLInputElement>(null);

  const add = () => {
    const name = text.trim();
    field.current?.focus();
    if (name === '') return;
    if (hasSector(names, name)) {
      setTwice(true);
      return;
    }
    onChange([...names, name]);
    onText('');
    setSaid(`${name} : ajouté.`);
  };
  const remove = (name: string) => {
    onChange(names.filter((other) => other !== name));
    setSaid(`${name} : retiré.`);
    field.current?.focus();
  };

  return (
    <div>
      <Group align="flex-start" gap={8} wrap="nowrap">
        <TextInput
          ref={field}
          flex={1}
          miw={0}
          data-path={path}
          label={label}
          description={description}
          placeholder={placeholder}
          autoComplete="off"
          enterKeyHint="enter"
          maxLength={120}
          value={text}
          error={twice ? `Ce ${one} est déjà dans la liste` : error}
          onChange={({ currentTarget }) => {
            onText(currentTarget.value);
            setTwice(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button
          flex="none"
          // Aligned with the input, below its label.
          mt={28}
          variant="light"
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          onClick={add}
          aria-label={`Ajouter ce ${one}`}
        >
          Ajouter
        </Button>
      </Group>
      <p className={styles.added}>
        {names.length === 0 ? `Aucun ${one} pour l’instant.` : countOf(names.length, one, several)}
      </p>
      {names.length === 0 ? null : (
        <ul className={styles.sectors} aria-label={`${label} de la zone`}>
          {names.map((name) => (
            <li key={name}>
              <button
                type="button"
                className={styles.sectorButton}
                onClick={() => remove(name)}
                aria-label={`Retirer ${name}`}
              >
                <span>{name}</span>
                <IconX size={16} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  );
}

type ZoneFormProps = {
  /** Null for a new one. */
  zone: Zone | null;
  onSaved: () => void;
  onFailed: () => void;
};

export function ZoneForm({ zone, onSaved, onFailed }: ZoneFormProps) {
  // The zone as it was when the form opened: it may be read again meanwhile.
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
    fieldOfCode: { ZONE_EXISTS: 'label' },
    send: async (values) => {
      const names = { sectors: withTyped(sectors, sector), aliases: withTyped(aliases, alias) };
      const body = { ...values, ...names, price: readPrice(values.price) ?? 0 };
      if (zone === null) await createZone(body);
      else await changeZone(zone._id, editedFields({ ...first, price: readPrice(first.price) ?? 0 }, body));
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

/** The dialogs of the list. */
export function ZoneDialogs({ rows }: { rows: readonly Zone[] | undefined }) {
  return (
    <>
      <EditDialog
        kind="zone"
        resource="zones"
        rows={rows}
        adding={{ title: 'Nouvelle zone', done: 'Zone ajoutée' }}
        changing={{ title: 'Modifier la zone', done: 'Zone modifiée' }}
      >
        {(zone, on) => <ZoneForm key={zone?._id} zone={zone} {...on} />}
      </EditDialog>
      <DeleteDialog rows={rows} useDelete={useDeleteZone} question={() => 'Supprimer cette zone ?'}>
        {({ label, sectors }) => (
          <>
            <span>{`${label}, ${countOf(sectors.length, 'quartier')}. Les commandes passées gardent leur zone et leurs frais.`}</span>
          </>
        )}
      </DeleteDialog>
    </>
  );
}

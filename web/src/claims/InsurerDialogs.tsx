import { formatNumber } from '@amasin/domain/contract/format.ts';
import { type Insurer, newInsurer } from '@amasin/domain/insurance/insurer.ts';
import { Button, Switch } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { readPrice } from '../lib/read-price.ts';
import { editedFields, useSchemaForm } from '../lib/use-schema-form.ts';
import { MedicineSearch } from '../medications/MedicineSearch.tsx';
import { TextField, useField } from '../ui/fields.tsx';
import { EditDialog } from '../ui/RowDialogs.tsx';
import { SchemaForm } from '../ui/SchemaForm.tsx';
import { changeInsurer, createInsurer } from './api.ts';
import styles from './claims.module.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';

const { shape } = newInsurer;

const typedAmount = (schema: z.ZodType<number, number>) =>
  z
    .string()
    .trim()
    .min(1, 'Montant requis')
    .transform((text) => readPrice(text) ?? Number.NaN)
    .pipe(schema);
/** An empty field is no amount. */
const optionalAmount = (schema: z.ZodType<number | null, number | null>) =>
  z
    .string()
    .transform((text) => (text.trim() === '' ? null : (readPrice(text) ?? Number.NaN)))
    .pipe(schema);

/** The typed values of the form. */
export const insurerSchema = newInsurer.extend({
  // One message for the whole field, whichever rate is wrong.
  rates: z.string().transform((text, ctx) => {
    const typed = (text.match(/[^\s,;%]+/g) ?? []).map((one) =>
      /^\d+$/.test(one) ? Number(one) : Number.NaN,
    );
    const read = shape.rates.unwrap().safeParse(typed);
    if (read.success) return read.data;
    ctx.addIssue({ code: 'custom', message: read.error.issues[0]?.message ?? '' });
    return z.NEVER;
  }),
  limit: typedAmount(shape.limit),
  ceiling: optionalAmount(shape.ceiling.unwrap()),
  agreementAbove: optionalAmount(shape.agreementAbove.unwrap()),
  delayDays: typedAmount(shape.delayDays.unwrap()),
});

const amountOf = (amount: number | null | undefined) => (amount == null ? '' : formatNumber(amount));

const valuesOf = (insurer: Insurer | null) => ({
  name: insurer?.name ?? '',
  rates: insurer?.rates.join(', ') ?? '',
  limit: amountOf(insurer?.limit),
  ceiling: amountOf(insurer?.ceiling),
  agreementAbove: amountOf(insurer?.agreementAbove),
  delayDays: String(insurer?.delayDays ?? 30),
  excluded: (insurer?.excluded ?? []).map(({ _id }) => _id),
  active: insurer?.active ?? true,
});

type Props = {
  /** Null for a new one. */
  insurer: Insurer | null;
  onSaved: () => void;
  onFailed: () => void;
};

export function InsurerForm({ insurer, onSaved, onFailed }: Props) {
  // The insurer as it was when the form opened: what somebody else saves meanwhile stays.
  const [first] = useState(() => valuesOf(insurer));
  const [labels, setLabels] = useState(
    () => new Map((insurer?.excluded ?? []).map(({ _id, label }) => [_id, label])),
  );
  const schemaForm = useSchemaForm({
    schema: insurerSchema,
    initialValues: first,
    fallback: 'Erreur lors de la sauvegarde',
    fieldOfCode: { INSURER_EXISTS: 'name' },
    send: async (values) => {
      const body = insurerSchema.parse(values);
      if (insurer === null) await createInsurer(body);
      else await changeInsurer(insurer._id, editedFields(insurerSchema.parse(first), body));
      onSaved();
    },
    onFailed,
  });
  const { form } = schemaForm;
  const [excluded, setExcluded] = useState(first.excluded);
  const exclude = (ids: string[]) => {
    setExcluded(ids);
    form.setFieldValue('excluded', ids);
  };

  return (
    <SchemaForm {...schemaForm} submit={insurer === null ? 'Ajouter' : 'Enregistrer'}>
      <TextField
        name="name"
        label="Nom"
        autoComplete="off"
        maxLength={120}
        required
        autoFocus={insurer === null}
      />
      <TextField
        name="rates"
        label="Taux acceptés (%)"
        description="Séparés par des virgules. Vide : tous les taux."
        placeholder="70, 80, 100"
        autoComplete="off"
      />
      <TextField
        name="limit"
        label="Ce qu’il peut nous devoir (FCFA)"
        description="Au-delà, les commandes avec ses cartes attendent."
        inputMode="numeric"
        autoComplete="off"
        required
      />
      <TextField
        name="ceiling"
        label="Plafond par personne et par mois (FCFA, facultatif)"
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField
        name="agreementAbove"
        label="Accord préalable au-dessus de (FCFA, facultatif)"
        description="Une commande dont il couvre plus attend la référence de son accord."
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField name="delayDays" label="Délai de paiement (jours)" inputMode="numeric" autoComplete="off" />
      <div>
        <MedicineSearch
          to="aux médicaments non couverts"
          onPick={({ _id, label }) => {
            setLabels(new Map(labels).set(_id, label));
            if (!excluded.includes(_id)) exclude([...excluded, _id]);
          }}
        />
        {excluded.length === 0 ? null : (
          <ul className={styles.excluded} aria-label="Médicaments non couverts">
            {excluded.map((id) => (
              <li key={id}>
                <span>{labels.get(id)}</span>
                <Button
                  variant="subtle"
                  aria-label={`Retirer ${labels.get(id)}`}
                  onClick={() => exclude(excluded.filter((one) => one !== id))}
                >
                  <IconX size={18} aria-hidden="true" />
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <ActiveField />
    </SchemaForm>
  );
}

const track = { track: { border: '1px solid var(--field-line)' } };

function ActiveField() {
  const { key, field } = useField('active', 'checkbox');
  const label = 'Assureur actif';
  return (
    <Switch
      key={key}
      {...field}
      styles={track}
      label={label}
      aria-label={label}
      description="Inactif : ses cartes attendent, et on ne peut pas le choisir."
    />
  );
}

/** The dialogs of the list. */
export function InsurerDialogs({ rows }: { rows: readonly Insurer[] | undefined }) {
  return (
    <EditDialog
      kind="insurer"
      resource="insurance"
      rows={rows}
      adding={{ title: 'Nouvel assureur', done: 'Assureur ajouté' }}
      changing={{ title: 'Modifier l’assureur', done: 'Assureur modifié' }}
    >
      {(insurer, on) => <InsurerForm key={insurer?._id} insurer={insurer} {...on} />}
    </EditDialog>
  );
}

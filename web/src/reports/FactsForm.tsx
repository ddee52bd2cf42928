import {
  reactionOutcomeLabels,
  reactionOutcomes,
  seriousnesses,
  seriousnessLabels,
  sexes,
  sexLabels,
} from '@amasin/domain/reports/kinds.ts';
import { type Report, reportFacts } from '@amasin/domain/reports/report.ts';
import { NumberInput, Stack, Title } from '@mantine/core';
import '@mantine/core/styles/NumberInput.layer.css';
import { useQueryClient } from '@tanstack/react-query';
import { invalidate } from '../lib/keys.ts';
import { toast } from '../lib/toast.tsx';
import { useSchemaForm } from '../lib/use-schema-form.ts';
import { ChoiceField } from '../ui/ChoiceField.tsx';
import { TextField, useField } from '../ui/fields.tsx';
import { SchemaForm } from '../ui/SchemaForm.tsx';
import { TextareaField } from '../ui/TextareaField.tsx';
import { writeFacts } from './api.ts';

const NONE = { value: '', label: 'À préciser' };
const options = <V extends string>(values: readonly V[], labels: Readonly<Record<V, string>>) => [
  NONE,
  ...values.map((value) => ({ value, label: labels[value] })),
];

type Fields = Record<keyof NonNullable<Report['facts']>, string | number>;

const FIELDS = [
  'initials',
  'sex',
  'age',
  'weight',
  'batch',
  'dose',
  'from',
  'to',
  'description',
  'seriousness',
  'outcome',
  'otherMedicines',
  'cause',
] as const satisfies (keyof Fields)[];

/** What the authority asks for, as the pharmacist knows it. */
export function FactsForm({ report: { _id: id, kind, facts, batch, since } }: { report: Report }) {
  const queries = useQueryClient();
  const known = { batch, from: kind === 'reaction' ? null : since };
  const form = useSchemaForm<Fields>({
    schema: reportFacts,
    initialValues: Object.fromEntries(
      FIELDS.map((name) => [
        name,
        facts?.[name] ?? (name in known ? known[name as keyof typeof known] : null) ?? '',
      ]),
    ) as Fields,
    send: async (fields) => {
      await writeFacts(id, fields as Parameters<typeof writeFacts>[1]);
      toast.success('Enregistré');
      await invalidate(queries, 'reports');
    },
  });
  return (
    <Stack gap="sm">
      <Title order={3}>Pour l’autorité</Title>
      <SchemaForm {...form} submit="Enregistrer">
        <TextField name="initials" label="Initiales, jamais le nom" maxLength={6} />
        <ChoiceField name="sex" label="Sexe" data={options(sexes, sexLabels)} />
        <NumberField name="age" label="Âge en années" max={120} />
        <NumberField name="weight" label="Poids en kilogrammes (facultatif)" max={400} />
        <TextField name="batch" label="Numéro de lot" maxLength={60} />
        <TextField name="dose" label="Dose et voie" maxLength={200} />
        <TextField name="from" label="Pris du" type="date" />
        <TextField name="to" label="au" type="date" />
        <TextareaField name="description" label="Description" maxLength={1000} />
        {kind === 'box' ? null : (
          <>
            <ChoiceField
              name="seriousness"
              label="Gravité"
              data={options(seriousnesses, seriousnessLabels)}
            />
            <ChoiceField
              name="outcome"
              label="Évolution"
              data={options(reactionOutcomes, reactionOutcomeLabels)}
            />
          </>
        )}
        <TextareaField name="otherMedicines" label="Autres médicaments pris" maxLength={500} />
        <TextareaField name="cause" label="Cause suspectée" maxLength={500} />
      </SchemaForm>
    </Stack>
  );
}

function NumberField({ name, ...input }: { name: string; label: string; max: number }) {
  const { key, field } = useField(name);
  return <NumberInput key={key} min={0} allowDecimal={false} withAsterisk={false} {...field} {...input} />;
}

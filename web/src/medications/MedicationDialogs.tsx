import { formatNumber } from '@amasin/domain/contract/format.ts';
import { medicationFormLabels, medicationForms } from '@amasin/domain/medications/form.ts';
import { type Medication, newMedication, PRICE_FIRST } from '@amasin/domain/medications/medication.ts';
import { Switch } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { readPrice } from '../lib/read-price.ts';
import { editedFields, useSchemaForm } from '../lib/use-schema-form.ts';
import { ChoiceField } from '../ui/ChoiceField.tsx';
import { TextField, useField } from '../ui/fields.tsx';
import { DeleteDialog, EditDialog } from '../ui/RowDialogs.tsx';
import { SchemaForm } from '../ui/SchemaForm.tsx';
import { changeMedication, createMedication, useDeleteMedication } from './manager-api.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';

/** The typed values of the form. */
export const medicineSchema = newMedication
  .extend({
    price: z
      .string()
      .transform((typed) => readPrice(typed) ?? Number.NaN)
      .pipe(newMedication.shape.price.unwrap()),
    approve: z.boolean(),
  })
  .refine(({ price, approve }) => !approve || price > 0, { path: ['price'], message: PRICE_FIRST });

// A border makes the switch visible when it is off.
const track = { track: { border: '1px solid var(--field-line)' } };
const forms = medicationForms.map((value) => ({ value, label: medicationFormLabels[value] }));

const valuesOf = (medication: Medication | null) => ({
  label: medication?.label ?? '',
  form: medication?.form ?? 'tablet',
  price: formatNumber(medication?.price ?? 0),
  substances: medication?.substances ?? '',
  dosage: medication?.dosage ?? '',
  requiresPrescription: medication?.requiresPrescription ?? false,
  approve: false,
});

type Props = {
  /** Null for a new one. */
  medication: Medication | null;
  onSaved: () => void;
  onFailed: () => void;
};

export function MedicationForm({ medication, onSaved, onFailed }: Props) {
  const waits = medication !== null && !medication.reviewed;
  // The medicine as it was when the form opened: it may be read again meanwhile.
  const [first] = useState(() => valuesOf(medication));
  const schemaForm = useSchemaForm({
    schema: medicineSchema,
    initialValues: first,
    fallback: 'Erreur sauvegarde',
    fieldOfCode: { MEDICATION_EXISTS: 'label' },
    send: async (values) => {
      const body = bodyOf(values);
      if (medication === null) await createMedication(body);
      else
        await changeMedication(medication._id, {
          ...editedFields(bodyOf(first), body),
          // The price that is shown is the one that is approved.
          ...(waits && values.approve ? { reviewed: true, price: body.price } : {}),
        });
      onSaved();
    },
    onFailed,
  });

  return (
    <SchemaForm {...schemaForm} submit={medication === null ? 'Ajouter' : 'Enregistrer'}>
      <TextField
        name="label"
        label="Nom"
        description="Avec son dosage, comme sur la boîte."
        autoComplete="off"
        maxLength={200}
        required
        autoFocus={medication === null}
      />
      <TextField
        name="substances"
        label="Substances (facultatif)"
        description="Leur nom international, pour trouver le médicament par elles : Amoxicilline + acide clavulanique."
        autoComplete="off"
        maxLength={2_000}
      />
      <TextField
        name="dosage"
        label="Dosage (facultatif)"
        description="Dans le même ordre : 500 mg + 62,5 mg."
        autoComplete="off"
        maxLength={2_000}
      />
      <ChoiceField name="form" label="Forme" data={forms} />
      <TextField
        name="price"
        label="Prix (FCFA)"
        description="À 0 F, le prix reste à fixer et le médicament ne peut pas être commandé."
        inputMode="numeric"
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
      />
      <SwitchField
        name="requiresPrescription"
        label="Sur ordonnance"
        description="Il ne peut pas être commandé sans ordonnance."
      />
      {waits ? (
        <SwitchField
          name="approve"
          label="Valider ce médicament"
          description="Les clients le trouvent et peuvent le commander."
        />
      ) : null}
    </SchemaForm>
  );
}

/** The typed values that the server keeps. */
function bodyOf({ approve: _, price, ...rest }: ReturnType<typeof valuesOf>) {
  return { ...rest, price: readPrice(price) ?? 0 };
}

function SwitchField({ name, label, description }: { name: string; label: string; description: string }) {
  const { key, field } = useField(name, 'checkbox');
  // Mantine's label includes the description, which screen readers would read twice.
  return (
    <Switch key={key} {...field} styles={track} label={label} aria-label={label} description={description} />
  );
}

/** The dialogs of the list. */
export function MedicationDialogs({ rows }: { rows: readonly Medication[] | undefined }) {
  return (
    <>
      <EditDialog
        kind="medication"
        resource="medications"
        rows={rows}
        adding={{ title: 'Nouveau médicament', done: 'Médicament ajouté' }}
        changing={{ title: 'Modifier le médicament', done: 'Médicament modifié' }}
      >
        {(medication, on) => <MedicationForm key={medication?._id} medication={medication} {...on} />}
      </EditDialog>
      <DeleteDialog
        rows={rows}
        useDelete={useDeleteMedication}
        question={(medication) => `Supprimer ${medication?.label ?? 'ce médicament'} ?`}
      >
        {({ form }) => (
          <>
            <span>{`${medicationFormLabels[form]}. Les commandes et les ordonnances déjà faites le gardent.`}</span>
          </>
        )}
      </DeleteDialog>
    </>
  );
}

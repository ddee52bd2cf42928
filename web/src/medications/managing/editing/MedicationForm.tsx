import {
  type MedicationForm as Form,
  medicationFormLabels,
  medicationForms,
} from '@amasin/domain/medications/form.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import { Stack, Switch, TextInput } from '@mantine/core';
import { useSchemaForm } from '../../../lib/form/use-schema-form.ts';
import { formatNumber, readPrice } from '../../../lib/format/money.ts';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx';
import { saveMedication } from '../api.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';

const loadSchema = () => import('./medicine-schema.ts').then(({ medicineSchema }) => medicineSchema);

// A border makes the switch visible when it is off.
const track = { track: { border: '1px solid var(--field-line)' } };
const forms = medicationForms.map((value) => ({ value, label: medicationFormLabels[value] }));

type Props = {
  /** Null for a new one. */
  medication: Medication | null;
  onSaved: () => void;
  /** Called after a refusal, which the form shows. */
  onRefused: () => void;
};

export default function MedicationForm({ medication, onSaved, onRefused }: Props) {
  const waits = medication !== null && !medication.reviewed;
  const { form, sending, formProps } = useSchemaForm({
    loadSchema,
    initialValues: {
      label: medication?.label ?? '',
      form: medication?.form ?? ('tablet' as Form),
      price: formatNumber(medication?.price ?? 0),
      requiresPrescription: medication?.requiresPrescription ?? false,
      approve: false,
    },
    fallback: 'Erreur sauvegarde',
    fieldOfCode: { MEDICATION_EXISTS: 'label' },
    send: async ({ approve, price, ...rest }) => {
      try {
        await saveMedication(medication, {
          ...rest,
          price: readPrice(price) ?? 0,
          ...(waits && approve ? { reviewed: true } : {}),
        });
        onSaved();
      } catch (error) {
        onRefused();
        throw error;
      }
    },
  });

  return (
    <form {...formProps}>
      <Stack gap="md">
        <TextInput
          {...form.getInputProps('label')}
          key={form.key('label')}
          label="Nom"
          description="Avec son dosage, comme sur la boîte."
          autoComplete="off"
          maxLength={200}
          required
          withAsterisk={false}
          autoFocus={medication === null}
        />
        <ChoiceField {...form.getInputProps('form')} key={form.key('form')} label="Forme" data={forms} />
        <TextInput
          {...form.getInputProps('price')}
          key={form.key('price')}
          label="Prix (FCFA)"
          description="À 0 F, le prix reste à fixer et le médicament ne peut pas être commandé."
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Switch
          {...form.getInputProps('requiresPrescription', { type: 'checkbox' })}
          key={form.key('requiresPrescription')}
          styles={track}
          label="Sur ordonnance"
          // Mantine's label includes the description, which screen readers would read twice.
          aria-label="Sur ordonnance"
          description="Il ne peut pas être commandé sans ordonnance."
        />
        {waits ? (
          <Switch
            {...form.getInputProps('approve', { type: 'checkbox' })}
            key={form.key('approve')}
            styles={track}
            label="Valider ce médicament"
            aria-label="Valider ce médicament"
            description="Les clients le trouvent et peuvent le commander."
          />
        ) : null}
        <SubmitButton sending={sending} sendingLabel="Enregistrement en cours…">
          {medication === null ? 'Ajouter' : 'Enregistrer'}
        </SubmitButton>
      </Stack>
    </form>
  );
}

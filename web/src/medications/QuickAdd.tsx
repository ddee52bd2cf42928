import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { ErrorResponse } from '@amasin/domain/error-response.ts';
import {
  type MedicationForm,
  medicationFormLabels,
  medicationForms,
} from '@amasin/domain/medications/form.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import { Button, InputBase, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../lib/api-error.ts';
import { readPrice } from '../lib/read-price.ts';
import { toast } from '../lib/toast.tsx';
import { useCreateMedication } from './api.ts';
import styles from './MedicineSearch.module.css';
import { detailOf } from './medication-detail.ts';

/** The medicines of the same name that the catalogue has. */
type Alike = {
  medications: readonly Medication[];
  /** None of them has the form that is added. */
  canAdd: boolean;
};

/** Null for any other error. */
function readAlike(error: unknown): Alike | null {
  if (!(error instanceof ApiError)) return null;
  const canAdd = error.code === 'MEDICATION_ALIKE';
  if (!canAdd && error.code !== 'MEDICATION_EXISTS') return null;
  return { medications: (error.body as Partial<ErrorResponse>).medications ?? [], canAdd };
}

type Props = {
  alike: Alike;
  pending: boolean;
  onTake: (medication: Medication) => void;
  onSearch: () => void;
  onAnotherForm: () => void;
};

/** « Ce médicament existe déjà » : takes one of those, or adds another form. */
function ExistingMedicines({ alike, pending, onTake, onSearch, onAnotherForm }: Props) {
  const { medications, canAdd } = alike;
  return (
    <Stack gap={8} role="group" aria-label="Ce médicament existe déjà">
      <Text fw={600} size="sm">
        Ce médicament existe déjà :
      </Text>
      {medications.map((medication) => (
        <Button
          key={medication._id}
          variant="light"
          h="auto"
          mih={44}
          py={8}
          onClick={() => onTake(medication)}
        >
          {`Prendre ${medication.label}, ${detailOf(medication)}${medication.price > 0 ? `, ${formatMoney(medication.price)}` : ''}`}
        </Button>
      ))}
      {medications.length === 0 ? (
        <Button variant="light" onClick={onSearch}>
          Chercher ce médicament
        </Button>
      ) : null}
      {canAdd ? (
        <Button variant="default" loading={pending} onClick={onAnotherForm}>
          C’est une autre forme
        </Button>
      ) : null}
    </Stack>
  );
}

type QuickAddProps = {
  /** The text that was searched and not found. */
  name: string;
  onCreated: (medication: Medication) => void;
  onClose: () => void;
  /** Called when it already exists. */
  onSearch: (name: string) => void;
};

type Errors = { label?: string; price?: string };

/** Adds a medicine to the catalogue. Not a `form`: it is used inside another one. */
export function QuickAdd({ name, onCreated, onClose, onSearch }: QuickAddProps) {
  const [label, setLabel] = useState(name);
  const [form, setForm] = useState<MedicationForm>('tablet');
  const [price, setPrice] = useState('0');
  const [errors, setErrors] = useState<Errors>({});
  const [alike, setAlike] = useState<Alike | null>(null);
  const create = useCreateMedication();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  const save = (anotherForm = false) => {
    const amount = readPrice(price);
    const wrong: Errors = {
      ...(label.trim() === '' && { label: 'Nom requis' }),
      ...(amount === null && { price: 'Le prix doit être un nombre entier de francs' }),
    };
    setErrors(wrong);
    if (amount === null || wrong.label !== undefined || create.isPending) return;
    create.mutate(
      { label: label.trim(), form, price: amount, ...(anotherForm && { anotherForm }) },
      {
        onSuccess: (medication) => {
          toast.success('Médicament créé et ajouté');
          onCreated(medication);
        },
        onError: (error) => {
          const found = readAlike(error);
          setAlike(found);
          if (found !== null) return setErrors({ label: messageOf(error) });
          toast.error(messageOf(error, 'Erreur création médicament'));
          if (error instanceof ApiError) setErrors(error.fields);
        },
      },
    );
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    save();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a layout of its own
    <div className={styles.add} role="group" aria-label="Nouveau médicament" onKeyDown={onKeyDown}>
      <Title order={3} size="h4">
        Nouveau médicament
      </Title>
      <TextInput
        ref={first}
        label="Nom"
        description="Avec son dosage, comme sur la boîte."
        autoComplete="off"
        maxLength={200}
        value={label}
        error={errors.label}
        onChange={({ currentTarget }) => {
          setLabel(currentTarget.value);
          setAlike(null);
        }}
      />
      {alike === null ? null : (
        <ExistingMedicines
          alike={alike}
          pending={create.isPending}
          onTake={onCreated}
          onSearch={() => onSearch(label)}
          onAnotherForm={() => save(true)}
        />
      )}
      <div className={styles.pair}>
        <InputBase
          component="select"
          label="Forme"
          value={form}
          onChange={({ currentTarget }) =>
            setForm(medicationForms.find((formName) => formName === currentTarget.value) ?? 'tablet')
          }
          rightSection={<IconChevronDown size={18} aria-hidden="true" />}
          rightSectionPointerEvents="none"
          pointer
        >
          {medicationForms.map((formName) => (
            <option key={formName} value={formName}>
              {medicationFormLabels[formName]}
            </option>
          ))}
        </InputBase>
        <TextInput
          label="Prix (FCFA)"
          inputMode="numeric"
          autoComplete="off"
          value={price}
          error={errors.price}
          onFocus={(event) => event.currentTarget.select()}
          onChange={({ currentTarget }) => setPrice(currentTarget.value)}
        />
      </div>
      <p className={styles.hint}>À 0 F, le médicament entre au catalogue mais ne peut pas être commandé.</p>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose} disabled={create.isPending}>
          Annuler
        </Button>
        <Button onClick={() => save()} loading={create.isPending}>
          Créer et ajouter
        </Button>
      </div>
    </div>
  );
}

import { formatMoney } from '@amasin/domain/contract/format.ts';
import {
  type MedicationForm,
  medicationFormLabels,
  medicationForms,
} from '@amasin/domain/medications/form.ts';
import type { MedicineToReview } from '@amasin/domain/medications/review.ts';
import { Button, InputBase, Paper, Text, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { countOf } from '../lib/format.ts';
import { readPrice } from '../lib/read-price.ts';
import { Decisions } from '../ui/Decisions.tsx';
import styles from '../ui/decisions.module.css';
import { DateTime } from '../ui/text.tsx';
import { useMedicinesToReview, useReview } from './review-api.ts';

/** The prices that prescribers typed, to check before their prescriptions can be paid (rule 20). */
export function MedicinesToReview() {
  return (
    <Decisions
      title="Prix à vérifier"
      query={useMedicinesToReview()}
      rows={2}
      emptyTitle="Aucun prix à vérifier"
      emptyText="Un médicament qu’un prescripteur ajoute arrive ici de lui-même."
      keyOf={({ _id }) => _id}
    >
      {(medicine) => <ReviewCard medicine={medicine} />}
    </Decisions>
  );
}

function ReviewCard({ medicine }: { medicine: MedicineToReview }) {
  const { _id, label, author, askedAt, createdAt, prescriptions, alike } = medicine;
  const review = useReview(_id);
  const [form, setForm] = useState<MedicationForm>(medicine.form);
  // Not filled in with what the prescriber typed: one tap would approve it.
  const [price, setPrice] = useState('');
  const [error, setError] = useState<string>();

  const approve = (event: FormEvent) => {
    event.preventDefault();
    const amount = readPrice(price);
    const isPrice = amount !== null && amount > 0;
    setError(isPrice ? undefined : 'Le prix doit être supérieur à 0');
    if (isPrice && !review.isPending) review.mutate({ decision: 'approve', price: amount, form });
  };

  return (
    <Paper
      component="form"
      withBorder
      radius="lg"
      className={styles.card}
      onSubmit={approve}
      aria-label={label}
    >
      <div>
        <Text fw={600}>{label}</Text>
        <Text size="sm" c="dimmed">
          {author === null ? null : <span>{`${author} · `}</span>}
          <DateTime at={askedAt ?? createdAt} />
        </Text>
      </div>
      <Text size="sm">
        {prescriptions.length === 0
          ? 'Aucune ordonnance ne l’attend.'
          : `${countOf(prescriptions.length, 'ordonnance')} : ${prescriptions.join(', ')}`}
      </Text>
      {alike.length === 0 ? null : (
        <Text size="sm" c="dimmed">
          {`Déjà au catalogue : ${alike
            .map((other) => `${medicationFormLabels[other.form]} à ${formatMoney(other.price)}`)
            .join(', ')}`}
        </Text>
      )}
      <div className={styles.fields}>
        <InputBase
          component="select"
          label="Forme"
          value={form}
          onChange={({ currentTarget }) =>
            setForm(medicationForms.find((name) => name === currentTarget.value) ?? medicine.form)
          }
          rightSection={<IconChevronDown size={18} aria-hidden="true" />}
          rightSectionPointerEvents="none"
          pointer
        >
          {medicationForms.map((name) => (
            <option key={name} value={name}>
              {medicationFormLabels[name]}
            </option>
          ))}
        </InputBase>
        <TextInput
          label="Prix vérifié (FCFA)"
          inputMode="numeric"
          autoComplete="off"
          {...(medicine.price > 0 && {
            description: `Tapé par le prescripteur\u00a0: ${formatMoney(medicine.price)}`,
          })}
          value={price}
          error={error}
          onChange={({ currentTarget }) => setPrice(currentTarget.value)}
        />
      </div>
      <div className={styles.buttons}>
        <Button
          variant="default"
          disabled={review.isPending}
          onClick={() => review.mutate({ decision: 'refuse' })}
          aria-label={`Refuser ${label}`}
        >
          Refuser
        </Button>
        <Button type="submit" loading={review.isPending} aria-label={`Approuver le prix de ${label}`}>
          Approuver
        </Button>
      </div>
    </Paper>
  );
}

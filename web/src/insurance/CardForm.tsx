import { insuranceEndpoints } from '@amasin/domain/insurance/endpoints.ts';
import { type InsuranceCard, newInsuranceCard } from '@amasin/domain/insurance/insurance-card.ts';
import { MAX_RATE, MIN_RATE } from '@amasin/domain/insurance/rate.ts';
import { useState } from 'react';
import { z } from 'zod';
import { FilePicker } from '../files/FilePicker.tsx';
import { call } from '../lib/call.ts';
import { withHealthConsent } from '../lib/consent.ts';
import { useSchemaForm } from '../lib/use-schema-form.ts';
import { TextField } from '../ui/fields.tsx';
import { SchemaForm } from '../ui/SchemaForm.tsx';

/** Reads a typed rate: « 80 », « 80 % », « 37,5 ». NaN when it is not a number. */
export function readRate(text: string): number {
  const written = text.replace(/[\s%]/g, '').replace(',', '.');
  return written === '' ? Number.NaN : Number(written);
}

/** The schema of the typed values. Loaded after the page, with zod. */
const cardSchema = newInsuranceCard.extend({
  taux: z.string().transform(readRate).pipe(newInsuranceCard.shape.taux),
});

type CardFormValues = { label: string; taux: string; url: string };

export type CardFormProps = {
  /** Null for a new card. */
  card: InsuranceCard | null;
  onSaved: (card: InsuranceCard) => void;
  onFailed: () => void;
};

export function CardForm({ card, onSaved, onFailed }: CardFormProps) {
  const [file, setFile] = useState(card?.url ?? null);
  const [isUploading, setUploading] = useState(false);
  const schemaForm = useSchemaForm<CardFormValues>({
    schema: cardSchema,
    initialValues: {
      label: card?.label ?? '',
      taux: card === null ? '' : String(card.taux),
      url: card?.url ?? '',
    },
    fallback: "Erreur lors de l'enregistrement de la carte",
    send: async (typed) => onSaved(await saveCard(card, typed)),
    onFailed,
  });
  const { form } = schemaForm;
  const { url: urlError } = form.errors;

  return (
    <SchemaForm
      {...schemaForm}
      sending={schemaForm.sending || isUploading}
      submit="Enregistrer la carte"
      sendingLabel={isUploading ? 'Envoi du fichier en cours…' : 'Enregistrement en cours…'}
    >
      <TextField
        name="label"
        label="Nom de l’assurance (facultatif)"
        placeholder="Mutuelle, compagnie…"
        autoComplete="off"
        data-autofocus
      />
      <TextField
        name="taux"
        label="Taux de prise en charge (%)"
        description={`Un nombre entier, de ${MIN_RATE} à ${MAX_RATE}, écrit sur votre carte.`}
        placeholder="80"
        inputMode="numeric"
        autoComplete="off"
        required
      />
      <FilePicker
        label="Photo ou PDF de la carte"
        category="insurance"
        path="url"
        value={file}
        onChange={(key) => {
          setFile(key);
          form.setFieldValue('url', key ?? '');
        }}
        error={typeof urlError === 'string' ? urlError : undefined}
        onBusyChange={setUploading}
      />
    </SchemaForm>
  );
}

/** Creates or updates the card. NaN is sent as null, and refused. */
async function saveCard(card: InsuranceCard | null, typed: CardFormValues): Promise<InsuranceCard> {
  const body = { label: typed.label, taux: readRate(typed.taux), url: typed.url };
  const { insuranceCard } =
    card === null
      ? await withHealthConsent(() => call(insuranceEndpoints.createInsurance, { body }))
      : await call(insuranceEndpoints.updateInsurance, { params: { id: card._id }, body });
  return insuranceCard;
}

import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import {
  lotsInWords,
  newRecall,
  type Recall,
  recallAdviceLabels,
  recallAdvices,
} from '@amasin/domain/recalls/recall.ts';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { countOf, formatDate } from '../lib/format.ts';
import { useSchemaForm } from '../lib/use-schema-form.ts';
import { MedicineSearch } from '../medications/MedicineSearch.tsx';
import { ChoiceField } from '../ui/ChoiceField.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { EditDialog } from '../ui/RowDialogs.tsx';
import { SchemaForm } from '../ui/SchemaForm.tsx';
import { TextareaField } from '../ui/TextareaField.tsx';
import { DateTime, PageLink } from '../ui/text.tsx';
import { createRecall, useLiftRecall, useRecall } from './api.ts';
import styles from './recalls.module.css';
import { nameOf } from './words.ts';

/** The typed values of the form. « AB 12 » may be two lots, or one as boxes print it: it is not guessed. */
export const recallSchema = newRecall.extend({
  medicationId: z.string().min(1, 'Choisissez le médicament'),
  lots: z
    .string()
    .transform((text) => text.split(/[,;]/).flatMap((lot) => lot.trim() || []))
    .refine(
      (lots) => !lots.some((lot) => /\s/.test(lot)),
      'Écrivez chaque lot sans espace, et une virgule entre deux',
    )
    .pipe(newRecall.shape.lots),
});

type FormProps = { onSaved: () => void; onFailed: () => void };

export function RecallForm({ onSaved, onFailed }: FormProps) {
  const [picked, setPicked] = useState<string | null>(null);
  const schemaForm = useSchemaForm({
    schema: recallSchema,
    initialValues: {
      medicationId: '',
      lots: '',
      advice: 'bring-back',
      note: '',
      source: '',
      day: dayInBenin(new Date()),
    },
    fallback: 'Erreur lors de la sauvegarde',
    fieldOfCode: { RECALL_EXISTS: 'lots' },
    send: async (values) => {
      await createRecall(recallSchema.parse(values));
      onSaved();
    },
    onFailed,
  });
  const { form } = schemaForm;
  return (
    <SchemaForm {...schemaForm} submit="Rappeler ce médicament" danger>
      <div>
        <MedicineSearch
          label="Médicament"
          to="au rappel"
          canAdd={false}
          onPick={({ _id, label, form: shape }) => {
            setPicked(nameOf({ medication: { _id, label, form: shape } }));
            form.setFieldValue('medicationId', _id);
            form.clearFieldError('medicationId');
          }}
        />
        <Text role="status" fw={600} mt={8}>
          {picked ?? ''}
        </Text>
        {form.errors.medicationId ? (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {form.errors.medicationId}
          </Text>
        ) : null}
      </div>
      <TextField
        name="lots"
        label="Lots (facultatif)"
        description="Séparés par des virgules. Vide : tous les lots, et le médicament n’est plus commandé."
        placeholder="AB12, AB13"
        autoComplete="off"
      />
      <ChoiceField
        name="advice"
        label="Ce qu’il faut faire"
        data={recallAdvices.map((value) => ({ value, label: recallAdviceLabels[value] }))}
      />
      <TextareaField
        name="note"
        label="Précision (facultatif)"
        description="Lue par ceux qui l’ont reçu."
        maxLength={300}
      />
      <TextField
        name="source"
        label="Source"
        placeholder="ABMed, note 12 du 3 décembre"
        autoComplete="off"
        maxLength={200}
        required
      />
      <TextField name="day" label="Date de l’avis" type="date" required />
    </SchemaForm>
  );
}

/** A recall: whom it reached, and what waits for a decision. */
export function OpenRecall({ recall }: { recall: Recall }) {
  const { data } = useRecall(recall._id);
  const [asks, setAsks] = useState(false);
  const lift = useLiftRecall(recall._id, () => setAsks(false));
  const { pathname } = useLocation();
  const { lots, advice, note, source, day, createdAt, createdBy, lifted, customers, waiting } = recall;
  return (
    <Stack gap={16}>
      <div>
        <Title order={3}>{nameOf(recall)}</Title>
        <Text>{`${lotsInWords(lots)} · ${recallAdviceLabels[advice]}`}</Text>
        {note === null ? null : <Text>{note}</Text>}
        <Text c="dimmed">{`${source} · avis du ${formatDate(day)}`}</Text>
        <Text c="dimmed">
          <span>{`Noté par ${createdBy},`}</span> <DateTime at={createdAt} absolute />
        </Text>
      </div>
      <dl className={styles.figures}>
        <Figure name="Clients à prévenir" value={customers.all} />
        <Figure name="Prévenus" value={customers.told} />
        <Figure name="Joints" value={customers.reached} />
        <Figure name="Ont lu et répondu" value={customers.answered} />
        <Figure name="L’ont encore" value={customers.kept} />
      </dl>
      {waiting.length === 0 ? null : (
        <div>
          <Title order={4}>{countOf(waiting.length, 'commande attend', 'commandes attendent')}</Title>
          <Text c="dimmed">Remboursez la ligne, ou dites que c’est réglé.</Text>
          <ul className={styles.list}>
            {waiting.map(({ _id, number }) => (
              <li key={_id}>
                <PageLink
                  to={`${pathname}?${pathname.startsWith('/cpanel') ? 'tab=orders&' : ''}order=${_id}`}
                >
                  {number}
                </PageLink>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <Title order={4}>Pharmacies</Title>
        {data === undefined ? null : data.pharmacies.length === 0 ? (
          <Text>Aucune ne l’a préparé depuis un an.</Text>
        ) : (
          <ul className={styles.list}>
            {data.pharmacies.map(({ _id, name, boxes }) => (
              <li key={_id}>{`${name} : ${stockInWords(boxes)}`}</li>
            ))}
          </ul>
        )}
      </div>
      {lifted === null ? (
        <Button variant="default" onClick={() => setAsks(true)}>
          Lever le rappel
        </Button>
      ) : (
        <Text>
          <span>{`Levé par ${lifted.by},`}</span> <DateTime at={lifted.at} absolute />
        </Text>
      )}
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        question="Lever ce rappel ?"
        confirmLabel="Lever le rappel"
        pending={lift.isPending}
        onConfirm={() => lift.mutate(undefined)}
      >
        Le médicament peut de nouveau être commandé. Les commandes qui attendent attendent encore votre
        décision.
      </ConfirmDialog>
    </Stack>
  );
}

const stockInWords = (boxes: number | null): string => {
  if (boxes === null) return 'pas encore répondu';
  return boxes === 0 ? 'n’en a pas' : countOf(boxes, 'boîte mise de côté', 'boîtes mises de côté');
};

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The dialogs of the list. */
export function RecallDialogs({ rows }: { rows: readonly Recall[] | undefined }) {
  return (
    <EditDialog
      kind="recall"
      resource="medications"
      rows={rows}
      adding={{ title: 'Nouveau rappel', done: 'Médicament rappelé' }}
      changing={{ title: 'Rappel', done: 'Rappel noté' }}
    >
      {(recall, on) => (recall === null ? <RecallForm {...on} /> : <OpenRecall recall={recall} />)}
    </EditDialog>
  );
}

import type { CommissionSplit } from '@amasin/domain/benefits/benefit.ts';
import { formatMoney } from '@amasin/domain/contract/format.ts';
import { reviewNote } from '@amasin/domain/payments/review-note.ts';
import { Text } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { invalidate, type Resource } from '../lib/keys.ts';
import { toast } from '../lib/toast.tsx';
import { useSchemaForm } from '../lib/use-schema-form.ts';
import { Notice } from './Notice.tsx';
import { SchemaForm } from './SchemaForm.tsx';
import { TextareaField } from './TextareaField.tsx';

/** After a restore, until the operator resumes (rule 43). */
export function MoneyWaits({ what }: { what: string }) {
  return (
    <Notice
      tone="amber"
      icon={IconClockPause}
      title="L’argent attend"
    >{`La base vient d’une sauvegarde : les ${what} attendent que l’exploitant les laisse repartir. Ce que vous décidez est gardé.`}</Notice>
  );
}

/** Why the commission of paid orders is more than the benefits of ended ones. */
export function CommissionNote({ split: { waiting, platform, partners, held } }: { split: CommissionSplit }) {
  const shared = platform + partners;
  const retained =
    held === 0 ? '' : `, dont ${formatMoney(held)} retenus jusqu’à la vérification de leur compte`;
  return (
    <Text size="sm" c="dimmed">
      {`La commission des commandes payées est de ${formatMoney(waiting + shared)} : ${formatMoney(shared)} partagés à la fin des commandes (plateforme ${formatMoney(platform)}, partenaires ${formatMoney(partners)}${retained}), et ${formatMoney(waiting)} de commandes pas encore terminées.`}
    </Text>
  );
}

type NoteFormProps = {
  texts: { label: string; description: string; submit: string };
  send: (note: string) => Promise<unknown>;
  /** Reloaded after a note, and after a failure. */
  resource: readonly Resource[];
  /** Text of the toast. */
  done: string;
  onDone?: () => void;
  /** The form of a dialog, which has just been opened. */
  takesFocus?: boolean;
};

/** Notes what was done by hand with money that is waiting. */
export function NoteForm({ texts, send, resource, done, onDone, takesFocus = false }: NoteFormProps) {
  const queries = useQueryClient();
  const reload = () => void invalidate(queries, ...resource);
  const form = useSchemaForm({
    schema: reviewNote,
    initialValues: { note: '' },
    send: async ({ note }) => {
      await send(note);
      reload();
      onDone?.();
      toast.success(done);
    },
    onFailed: reload,
  });
  return (
    <SchemaForm {...form} submit={texts.submit}>
      <TextareaField
        name="note"
        label={texts.label}
        description={texts.description}
        maxLength={300}
        required
        {...(takesFocus && { autoFocus: true, 'data-autofocus': true })}
      />
    </SchemaForm>
  );
}

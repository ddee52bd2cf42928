import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import type { ReadDutyName } from '@amasin/domain/pharmacies/duty-list.ts';
import { Button, FileButton, Textarea, TextInput } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { countOf } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.tsx';
import { DayField } from '../../../ui/DayField.tsx';
import { fieldError, useImportList, useReadList } from './api.ts';
import type { ListDraft } from './draft.ts';
import { ListPreview } from './ListPreview.tsx';
import styles from './list.module.css';
import { readText } from './read-text.ts';

type Props = {
  /** The first day of the shown week. */
  week: string;
  draft: ListDraft;
  onDraft: (draft: ListDraft) => void;
  onDone: () => void;
};

/** Pharmacies chosen for the ambiguous names, by name. */
type Choices = Readonly<Record<string, string>>;

/** A published list is pasted, read by the server, then confirmed. */
export function PasteList({ week, draft, onDraft, onDone }: Props) {
  const [choices, setChoices] = useState<Choices>({});
  const reading = useReadList();
  const names = reading.data?.names;
  const taken = (names ?? []).flatMap((name) => takenFrom(name, choices));
  const left = (names ?? []).filter((name) => takenFrom(name, choices).length === 0).length;
  const importing = useImportList((added) => {
    const done = added === 0 ? 'Toutes les gardes y étaient déjà' : `${countOf(added, 'garde')} en plus`;
    toast.success(left === 0 ? done : `${done}. ${countOf(left, 'nom')} de la liste à revoir.`);
    if (left === 0) onDraft({ ...draft, text: '' });
    onDone();
  });
  const change = (part: Partial<ListDraft>) => {
    onDraft({ ...draft, ...part });
    if (part.text !== undefined) reading.reset();
  };
  const count = taken.reduce((sum, { nights }) => sum + nights.length, 0);

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setChoices({});
        reading.mutate({ text: draft.text, week });
      }}
    >
      <Textarea
        label="Liste reçue"
        description="Un nom par ligne, sous sa nuit (« Lundi 23 novembre ») ; sans nuit, pour toute la semaine affichée. Un tableau CSV avec le nom et la date convient aussi."
        rows={8}
        value={draft.text}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        error={fieldError(reading.error, 'text')}
        data-autofocus
      />
      <FileButton
        accept=".csv,.txt,text/csv,text/plain"
        onChange={async (file) => {
          if (file !== null) change({ text: await readText(file) });
        }}
      >
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconFileText size={20} aria-hidden="true" />}>
            Choisir un fichier
          </Button>
        )}
      </FileButton>
      <div className={styles.origin}>
        <TextInput
          label="Source"
          value={draft.source}
          maxLength={100}
          onChange={({ currentTarget }) => change({ source: currentTarget.value })}
          error={fieldError(importing.error, 'source')}
        />
        <DayField
          label="Date de la liste"
          value={draft.date}
          max={dayInBenin(new Date())}
          error={fieldError(importing.error, 'date')}
          onChange={(date) => change({ date })}
        />
      </div>
      <Button type="submit" variant={names === undefined ? 'filled' : 'default'} loading={reading.isPending}>
        Lire la liste
      </Button>
      {names === undefined ? null : (
        <>
          <ListPreview
            names={names}
            choices={choices}
            onChoose={(written, id) => setChoices({ ...choices, [written]: id })}
          />
          <div className={styles.end}>
            <Button
              fullWidth
              disabled={count === 0}
              loading={importing.isPending}
              onClick={() => importing.mutate({ source: draft.source, date: draft.date, shifts: taken })}
            >
              {count === 0 ? 'Rien à ajouter' : `Ajouter ${countOf(count, 'garde')}`}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

/** The shifts of one name of the list; none when it is unknown, not chosen or over. */
function takenFrom({ written, match, nights, pharmacies }: ReadDutyName, choices: Choices) {
  const pharmacy = match === 'found' ? pharmacies[0]?._id : choices[written];
  return pharmacy && nights.length > 0 ? [{ pharmacy, nights }] : [];
}

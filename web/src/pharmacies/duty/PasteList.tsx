import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import type { ReadDutyName } from '@amasin/domain/pharmacies/duty-list.ts';
import { Button, FileButton, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { timeNow } from '../../lib/clock.ts';
import { countOf } from '../../lib/format.ts';
import { toast } from '../../lib/toast.tsx';
import { DayField } from '../../ui/DayField.tsx';
import { fieldError, useImportList, useReadList } from './api.ts';
import styles from './PasteList.module.css';
import { weekdayName } from './week.ts';

/** The values typed in « Coller une liste ». */
export type ListDraft = { text: string; source: string; date: string };

export const emptyList: ListDraft = { text: '', source: 'Ordre des pharmaciens', date: '' };

/** The text of a file in UTF-8, or in the encoding of older spreadsheets. */
async function readText(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

type Props = {
  names: readonly ReadDutyName[];
  choices: Readonly<Record<string, string>>;
  onChoose: (written: string, pharmacy: string) => void;
};

/** The pharmacies found for the names of a list, before it is confirmed. */
function ListPreview({ names, choices, onChoose }: Props) {
  const of = (...matches: ReadDutyName['match'][]) => names.filter(({ match }) => matches.includes(match));
  return (
    <div role="status">
      <Part title="à choisir" names={of('ambiguous')}>
        {({ written, nights, pharmacies }) => (
          <NativeSelect
            label={written}
            description={nightsText(nights)}
            value={choices[written] ?? ''}
            onChange={({ currentTarget }) => onChoose(written, currentTarget.value)}
            data={[
              { value: '', label: 'Ne pas ajouter' },
              ...pharmacies.map(({ _id, name, address }) => ({
                value: _id,
                label: address === null ? name : `${name}, ${address}`,
              })),
            ]}
          />
        )}
      </Part>
      <Part title="inconnus" one="inconnu" names={of('unknown', 'undated')}>
        {({ written, match }) => (
          <>
            <span className={styles.name}>{written}</span>
            <span className={styles.hint}>
              {match === 'undated' ? 'Date illisible ou trop lointaine' : 'Aucune pharmacie de ce nom'}
            </span>
          </>
        )}
      </Part>
      <Part title="trouvés" one="trouvé" names={of('found')}>
        {({ nights, pharmacies }) => (
          <>
            <span className={styles.name}>{pharmacies[0]?.name}</span>
            <span className={styles.hint}>{nightsText(nights)}</span>
          </>
        )}
      </Part>
    </div>
  );
}

type PartProps = {
  title: string;
  /** The title of a single one. */
  one?: string;
  names: readonly ReadDutyName[];
  children: (name: ReadDutyName) => ReactNode;
};

function Part({ title, one = title, names, children }: PartProps) {
  const id = useId();
  if (names.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {`${countOf(names.length, 'nom')} ${names.length === 1 ? one : title}`}
      </h3>
      <ul className={styles.names}>
        {names.map((name) => (
          <li key={name.written}>{children(name)}</li>
        ))}
      </ul>
    </section>
  );
}

/** « lun. 23, mar. 24 ». */
function nightsText(nights: readonly string[]): string {
  if (nights.length === 0) return 'Nuits déjà passées';
  return nights.map((date) => `${weekdayName(date)} ${Number(date.slice(8))}`).join(', ');
}

type PasteListProps = {
  /** The first day of the shown week. */
  week: string;
  draft: ListDraft;
  onDraft: (draft: ListDraft) => void;
  onDone: () => void;
};

/** Pharmacies chosen for the ambiguous names, by name. */
type Choices = Readonly<Record<string, string>>;

/** A published list is pasted, read by the server, then confirmed. */
export function PasteList({ week, draft, onDraft, onDone }: PasteListProps) {
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
    <Stack
      component="form"
      gap={12}
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
          max={dayInBenin(new Date(timeNow()))}
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
    </Stack>
  );
}

/** The shifts of one name of the list; none when it is unknown, not chosen or over. */
function takenFrom({ written, match, nights, pharmacies }: ReadDutyName, choices: Choices) {
  const pharmacy = match === 'found' ? pharmacies[0]?._id : choices[written];
  return pharmacy && nights.length > 0 ? [{ pharmacy, nights }] : [];
}

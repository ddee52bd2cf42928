import { formatNumber } from '@amasin/domain/contract/format.ts';
import { describeColumns, type ImportColumn, importColumns } from '@amasin/domain/imports/columns.ts';
import type { FileEncoding } from '@amasin/domain/imports/encodings.ts';
import { type ImportedListName, MAX_IMPORT_BYTES } from '@amasin/domain/imports/lists.ts';
import type { ImportedLine, ImportPreview } from '@amasin/domain/imports/preview.ts';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, messageOf } from '../lib/api-error.ts';
import { countOf } from '../lib/format.ts';
import { invalidate } from '../lib/keys.ts';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { saveFile } from '../ui/download.tsx';
import { Notice } from '../ui/Notice.tsx';
import styles from './ImportDialog.module.css';
import { fetchPreview, type Import, sendImport } from './send-file.ts';

/** `more` follows the columns that a file may have. */
const texts: Readonly<Record<ImportedListName, { title: string; more: string }>> = {
  medications: {
    title: 'Importer des médicaments',
    more: 'Sans prix, un médicament reste à vérifier.',
  },
  zones: {
    title: 'Importer des zones',
    more: 'Les quartiers s’ajoutent à ceux de la zone.',
  },
  pharmacies: {
    title: 'Importer des pharmacies',
    more: 'Les pharmacies vont à l’annuaire, sans compte.',
  },
};

/** A file of one line, as a spreadsheet writes it. */
function modelOf(list: keyof typeof importColumns): string {
  const columns: readonly ImportColumn[] = Object.values(importColumns[list]);
  const shown = columns.filter(({ example }) => example !== undefined);
  const lines = [shown.map(({ heading }) => heading), shown.map(({ example }) => example)];
  return `\ufeff${lines.map((cells) => `${cells.join(';')}\r\n`).join('')}`;
}

type Props = { list: ImportedListName; opened: boolean; onClose: () => void };

/** Imports a file in two steps: what it would change, then the change. */
export function ImportDialog({ list, opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={texts[list].title} size="lg" hasForm>
      {opened ? <ImportForm list={list} onDone={onClose} /> : null}
    </ResponsiveDialog>
  );
}

/** Reads a file now: one that is saved again later would not be that of the preview. @returns why it cannot be taken */
export async function keepBytes(chosen: File): Promise<Blob | string> {
  if (chosen.size > MAX_IMPORT_BYTES) return 'Fichier trop gros : 4 Mo au plus';
  try {
    return new Blob([await chosen.arrayBuffer()]);
  } catch {
    return 'Ce fichier n’a pas pu être lu. Choisissez-le de nouveau.';
  }
}

type FormProps = { list: ImportedListName; onDone: () => void };

export function ImportForm({ list, onDone }: FormProps) {
  const queries = useQueryClient();
  const [file, setFile] = useState<Blob | null>(null);
  const [fee, setFee] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const read = useMutation({ mutationFn: (given: Import) => fetchPreview(given), onError: () => undefined });
  const [encoding, setEncoding] = useState<FileEncoding | null>(null);
  const write = useMutation({
    mutationFn: ({ given, preview, anyway }: { given: Import; preview: ImportPreview; anyway: boolean }) =>
      sendImport(given, preview.digest, anyway),
    onSuccess: () => void invalidate(queries, list),
    // The list has changed since the preview: another one says how.
    onError: (error, { given }) => {
      if (error instanceof ApiError && error.code === 'IMPORT_CHANGED') read.mutate(given);
    },
  });

  const restart = () => {
    setEncoding(null);
    read.reset();
    write.reset();
  };
  const choose = async (chosen: File | undefined) => {
    restart();
    setProblem(null);
    setFile(null);
    if (chosen === undefined) return;
    const kept = await keepBytes(chosen);
    if (typeof kept === 'string') setProblem(kept);
    else setFile(kept);
  };
  const fieldsOf = (error: unknown) => (error instanceof ApiError ? error.fields : {});
  const wrong = { ...fieldsOf(read.error), ...fieldsOf(write.error) };
  const failure = write.error ?? read.error;
  const given = file === null ? null : { list, file, fee, encoding };
  const isBusy = read.isPending || write.isPending;
  if (write.isSuccess) {
    const { preview, anyway } = write.variables;
    return <Imported preview={preview} counts={write.data} anyway={anyway} onClose={onDone} />;
  }
  const chooseReading = (chosen: FileEncoding) => {
    setEncoding(chosen);
    if (given !== null) read.mutate({ ...given, encoding: chosen });
  };
  return (
    <Stack gap="md">
      <Model list={list} more={texts[list].more} />
      <TextInput
        type="file"
        label="Fichier"
        accept=".csv,.tsv,.txt,text/csv"
        disabled={isBusy}
        error={problem ?? wrong.file}
        onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
      />
      {list === 'zones' ? (
        <TextInput
          label="Frais des nouvelles zones sans prix (facultatif)"
          inputMode="numeric"
          value={fee}
          disabled={isBusy}
          error={wrong.fee}
          onChange={({ currentTarget }) => {
            setFee(currentTarget.value);
            restart();
          }}
        />
      ) : null}
      {failure !== null && Object.keys(wrong).length === 0 ? (
        <Notice tone="amber" icon={IconAlertTriangle} role="alert">
          {messageOf(failure, 'Le fichier n’a pas pu être envoyé')}
        </Notice>
      ) : null}
      {read.data === undefined || given === null ? (
        <Button
          disabled={given === null}
          loading={read.isPending}
          onClick={() => given !== null && read.mutate(given)}
        >
          Voir ce qui changerait
        </Button>
      ) : read.data.readings.length > 0 ? (
        <Readings readings={read.data.readings} isBusy={isBusy} onChoose={chooseReading} />
      ) : (
        <Preview
          preview={read.data}
          isBusy={isBusy}
          onImport={(anyway) => write.mutate({ given, preview: read.data, anyway })}
        />
      )}
    </Stack>
  );
}

type ModelProps = { list: keyof typeof importColumns; more: string };

/** Says which columns a file has, and offers one to begin with. */
export function Model({ list, more }: ModelProps) {
  const { needed, others } = describeColumns(list);
  return (
    <>
      <Stack gap={4}>
        {[
          `Colonnes : ${needed}.`,
          `Facultatives : ${others}. ${more}`,
          'Depuis Excel, choisissez « CSV UTF-8 » sous « Enregistrer sous ».',
        ].map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      </Stack>
      <Button
        variant="subtle"
        style={{ alignSelf: 'start' }}
        leftSection={<IconDownload size={20} aria-hidden="true" />}
        onClick={() => saveFile(new Blob([modelOf(list)], { type: 'text/csv' }), `modele-${list}.csv`)}
      >
        Télécharger un modèle
      </Button>
    </>
  );
}

type ReadingsProps = {
  readings: ImportPreview['readings'];
  isBusy: boolean;
  onChoose: (encoding: FileEncoding) => void;
};

/** Asks how the letters of the file are to be read, by showing what each way makes of its first lines with accents. */
export function Readings({ readings, isBusy, onChoose }: ReadingsProps) {
  return (
    <Stack gap="xs" role="group" aria-label="Accents du fichier">
      <Text role="status">
        Les accents de ce fichier se lisent de plusieurs façons. Touchez celle qui est juste ; si aucune ne
        l’est, enregistrez-le en « CSV UTF-8 ».
      </Text>
      {readings.map(({ encoding, text }) => (
        <Button
          key={encoding}
          variant="default"
          h="auto"
          py="xs"
          disabled={isBusy}
          classNames={{ label: styles.reading ?? '' }}
          onClick={() => onChoose(encoding)}
        >
          {text}
        </Button>
      ))}
    </Stack>
  );
}

const parts = [
  ['waiting', 'À confirmer'],
  ['refused', 'Refusées'],
  ['changed', 'Modifiées'],
  ['added', 'Nouvelles'],
] as const;

type PreviewProps = { preview: ImportPreview; isBusy: boolean; onImport: (anyway: boolean) => void };

/** Shows what the file would change, the buttons that import it, and its lines: those that need an answer first. */
function Preview({ preview, isBusy, onImport }: PreviewProps) {
  const { added, changed, unchanged, waiting } = preview.counts;
  const count = added + changed;
  return (
    <Stack gap="md">
      <Text role="status">
        {[
          count + waiting === 0 ? 'Rien à importer.' : 'Rien n’est encore écrit.',
          ...(unchanged === 0
            ? []
            : [`${countOf(unchanged, 'ligne est déjà dans la liste', 'lignes sont déjà dans la liste')}.`]),
        ].join(' ')}
      </Text>
      {count === 0 ? null : (
        <Button loading={isBusy} onClick={() => onImport(false)}>
          {`Importer ${countOf(count, 'ligne')}`}
        </Button>
      )}
      {waiting === 0 ? null : (
        <Notice tone="amber" icon={IconAlertTriangle}>
          {`${countOf(waiting, 'montant devient', 'montants deviennent')} dix fois plus haut ou plus bas qu’aujourd’hui. Sans « Importer quand même », ${waiting === 1 ? 'cette ligne reste' : 'ces lignes restent'} comme ${waiting === 1 ? 'elle est' : 'elles sont'}.`}
        </Notice>
      )}
      {waiting === 0 ? null : (
        <Button variant="default" loading={isBusy} onClick={() => onImport(true)}>
          {`Importer quand même (${countOf(count + waiting, 'ligne')})`}
        </Button>
      )}
      {parts.map(([name, title]) =>
        preview.counts[name] === 0 ? null : (
          <Lines key={name} title={title} total={preview.counts[name]} lines={preview[name]} />
        ),
      )}
    </Stack>
  );
}

type ImportedProps = {
  preview: ImportPreview;
  counts: ImportPreview['counts'];
  anyway: boolean;
  onClose: () => void;
};

/** Shows what came in. */
function Imported({ preview, counts, anyway, onClose }: ImportedProps) {
  const changed = anyway ? [...preview.waiting, ...preview.changed] : preview.changed;
  const left = counts.refused + counts.waiting;
  return (
    <Stack gap="md">
      <Text role="status">
        {[
          `${countOf(counts.added + counts.changed, 'ligne importée', 'lignes importées')}.`,
          ...(left === 0
            ? []
            : [`${countOf(left, 'ligne n’a pas été importée', 'lignes n’ont pas été importées')}.`]),
        ].join(' ')}
      </Text>
      <Button onClick={onClose}>Fermer</Button>
      {counts.added === 0 ? null : <Lines title="Nouvelles" total={counts.added} lines={preview.added} />}
      {counts.changed === 0 ? null : <Lines title="Modifiées" total={counts.changed} lines={changed} />}
      {counts.waiting === 0 ? null : (
        <Lines title="Non confirmées" total={counts.waiting} lines={preview.waiting} />
      )}
      {counts.refused === 0 ? null : (
        <Lines title="Refusées" total={counts.refused} lines={preview.refused} />
      )}
    </Stack>
  );
}

type LinesProps = { title: string; total: number; lines: readonly ImportedLine[] };

export function Lines({ title, total, lines }: LinesProps) {
  return (
    <details className={styles.part} open>
      <summary className={styles.title}>{`${title} (${formatNumber(total)})`}</summary>
      <ul className={styles.lines} aria-label={title}>
        {lines.map(({ line, name, fields, reason }) => (
          <li key={line} className={styles.line}>
            <span className={styles.number}>{`Ligne ${line}`}</span>
            <span className={styles.what}>
              {name === '' ? null : <strong>{name}</strong>}
              {reason === null ? null : <span className={styles.reason}>{reason}</span>}
              {fields.map(({ label, before, after }) => (
                <span key={label}>
                  {before === null ? `${label} : ${after}` : `${label} : ${before} → ${after ?? 'vide'}`}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {total > lines.length ? (
        <Text size="sm" c="dimmed">{`et ${countOf(total - lines.length, 'autre')}`}</Text>
      ) : null}
    </details>
  );
}

import type { FileEncoding } from '@amasin/domain/imports/encodings.ts';
import type { StockPreview, StockReport } from '@amasin/domain/stock/stock.ts';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keepBytes, Lines, Model, Readings } from '../imports/ImportDialog.tsx';
import { ApiError, messageOf } from '../lib/api-error.ts';
import { countOf } from '../lib/format.ts';
import { invalidate } from '../lib/keys.ts';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { type ChosenList, fetchPreview, replaceList } from './api.ts';
import { UnknownNames } from './UnknownNames.tsx';

type Props = { opened: boolean; onClose: () => void };

/** Gives a list from a file: what was read of it, then the list in the place of the former one. */
export function ListDialog({ opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title="Donner une liste" size="lg" hasForm>
      {opened ? <ListForm onDone={onClose} /> : null}
    </ResponsiveDialog>
  );
}

export function ListForm({ onDone }: { onDone: () => void }) {
  const queries = useQueryClient();
  const [file, setFile] = useState<Blob | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [encoding, setEncoding] = useState<FileEncoding | null>(null);
  const read = useMutation({ mutationFn: (given: ChosenList) => fetchPreview(given) });
  const write = useMutation({
    mutationFn: ({ given, digest, anyway }: { given: ChosenList; digest: string; anyway: boolean }) =>
      replaceList(given, digest, anyway),
    onSuccess: () => void invalidate(queries, 'stock'),
    // The catalogue has changed since the preview: another one says how.
    onError: (error, { given }) => {
      if (error instanceof ApiError && error.code === 'IMPORT_CHANGED') read.mutate(given);
    },
  });

  const choose = async (chosen: File | undefined) => {
    for (const one of [read, write]) one.reset();
    setEncoding(null);
    setProblem(null);
    setFile(null);
    if (chosen === undefined) return;
    const kept = await keepBytes(chosen);
    if (typeof kept === 'string') return setProblem(kept);
    setFile(kept);
    read.mutate({ file: kept, encoding: null });
  };
  if (write.isSuccess) return <Taken report={write.data} onClose={onDone} />;
  const failure = write.error ?? read.error;
  const wrong = failure instanceof ApiError ? failure.fields.file : undefined;
  const given = file === null ? null : { file, encoding };
  const isBusy = read.isPending || write.isPending;
  const chooseReading = (chosen: FileEncoding) => {
    setEncoding(chosen);
    if (file !== null) read.mutate({ file, encoding: chosen });
  };
  return (
    <Stack gap="md">
      <Model list="stock" more="Sans la colonne Stock, tout ce qui est nommé est là." />
      <Text size="sm">Toute votre liste est remplacée. Les noms sont ceux du catalogue.</Text>
      <TextInput
        type="file"
        label="Fichier"
        accept=".csv,.tsv,.txt,text/csv"
        disabled={isBusy}
        error={problem ?? wrong}
        onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
      />
      {failure !== null && wrong === undefined ? (
        <Notice tone="amber" icon={IconAlertTriangle} role="alert">
          <span>{messageOf(failure, 'Le fichier n’a pas pu être envoyé')}</span>
          {given === null || read.data !== undefined ? null : (
            <div>
              <Button variant="default" loading={isBusy} onClick={() => read.mutate(given)}>
                Réessayer
              </Button>
            </div>
          )}
        </Notice>
      ) : null}
      {read.isPending ? <Text role="status">Lecture du fichier…</Text> : null}
      {read.data === undefined || given === null ? null : read.data.readings.length > 0 ? (
        <Readings readings={read.data.readings} isBusy={isBusy} onChoose={chooseReading} />
      ) : (
        <Preview
          preview={read.data}
          isBusy={isBusy}
          onTake={(anyway) => write.mutate({ given, digest: read.data.digest, anyway })}
        />
      )}
    </Stack>
  );
}

/** « 240 lignes lues, 12 inconnues, 3 refusées. » */
function describeRead({ read, unknown, refused }: StockReport['counts']): string {
  return `${[
    countOf(read, 'ligne lue', 'lignes lues'),
    countOf(unknown, 'inconnue'),
    ...(refused === 0 ? [] : [countOf(refused, 'refusée')]),
  ].join(', ')}.`;
}

type PreviewProps = { preview: StockPreview; isBusy: boolean; onTake: (anyway: boolean) => void };

function Preview({ preview, isBusy, onTake }: PreviewProps) {
  const { counts } = preview;
  const { known, there, waiting } = counts;
  return (
    <Stack gap="md">
      <Text role="status">
        {`${describeRead(counts)} ${known === 0 && waiting === 0 ? 'Rien à reprendre : aucun nom n’est au catalogue.' : `${countOf(known, 'médicament')} du catalogue, dont ${there} en stock. Rien n’est encore écrit.`}`}
      </Text>
      {known === 0 ? null : (
        <Button loading={isBusy} onClick={() => onTake(false)}>
          Remplacer ma liste
        </Button>
      )}
      {waiting === 0 ? null : (
        <>
          <Notice tone="amber" icon={IconAlertTriangle}>
            {`${countOf(waiting, 'prix est', 'prix sont')} dix fois plus haut ou plus bas que celui du catalogue. Sans « Importer quand même », ${waiting === 1 ? 'cette ligne n’est pas reprise' : 'ces lignes ne sont pas reprises'}.`}
          </Notice>
          <Button variant="default" loading={isBusy} onClick={() => onTake(true)}>
            Importer quand même
          </Button>
        </>
      )}
      <NotTaken report={preview} />
    </Stack>
  );
}

function NotTaken({ report }: { report: StockReport }) {
  const { counts, waiting, refused, unknown } = report;
  return (
    <>
      {counts.waiting === 0 ? null : <Lines title="À confirmer" total={counts.waiting} lines={waiting} />}
      {counts.refused === 0 ? null : <Lines title="Refusées" total={counts.refused} lines={refused} />}
      {counts.unknown === 0 ? null : <UnknownNames names={unknown} total={counts.unknown} />}
    </>
  );
}

function Taken({ report, onClose }: { report: StockReport; onClose: () => void }) {
  const { known, there } = report.counts;
  return (
    <Stack gap="md">
      <Text role="status">
        {`Votre liste est remplacée : ${countOf(known, 'médicament')}, dont ${there} en stock.`}
      </Text>
      <Button onClick={onClose}>Fermer</Button>
      <NotTaken report={report} />
    </Stack>
  );
}

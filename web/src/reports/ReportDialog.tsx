import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import {
  ageInWords,
  closingLabels,
  closings,
  faultLabels,
  missingFacts,
  reactionOutcomeLabels,
  redFlagLabels,
  reportKindLabels,
  reportStateLabels,
  seriousnessLabels,
  sexLabels,
  takerLabels,
} from '@amasin/domain/reports/kinds.ts';
import type { Report } from '@amasin/domain/reports/report.ts';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { FileLink } from '../files/FileLink.tsx';
import { ApiError, fieldErrors } from '../lib/api-error.ts';
import { formatDate } from '../lib/format.ts';
import { useSession } from '../session/session-context.ts';
import { DayField } from '../ui/DayField.tsx';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { SaveButton } from '../ui/download.tsx';
import { QueryState } from '../ui/feedback.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ReasonDetails } from '../ui/ReasonDetails.tsx';
import { DateTime, PhoneLink } from '../ui/text.tsx';
import { fetchDeclaration, useCloseReport, useNoteDeclared, useReport, useTakeReport } from './api.ts';
import { FactsForm } from './FactsForm.tsx';
import styles from './reports.module.css';

type Props = { id: string | null; onClose: () => void };

/** One report: what was said, what the authority asks, the declaration, and how it ends. */
export function ReportDialog({ id, onClose }: Props) {
  return (
    <ResponsiveDialog opened={id !== null} onClose={onClose} title="Signalement" size="lg">
      {id === null ? null : <Opened id={id} />}
    </ResponsiveDialog>
  );
}

function Opened({ id }: { id: string }) {
  const query = useReport(id);
  const { user } = useSession();
  if (query.data === undefined) return <QueryState query={query} rows={4} height={72} />;
  const report = query.data;
  const isMine = report.holder !== null && report.holder._id === user?._id;
  return (
    <Stack gap="md">
      <Said report={report} />
      {user?.type === 'agent' ? <Treat report={report} isMine={isMine} /> : null}
      {isMine && report.state === 'taken' ? <FactsForm report={report} /> : <Facts report={report} />}
      <Declare report={report} isMine={isMine} />
    </Stack>
  );
}

/** Reports are kept for years. */
const dayOf = (day: string | null | undefined) => day && `${formatDate(day)} ${day.slice(0, 4)}`;

type Fact = readonly [name: string, value: string | null | undefined | false];

function FactList({ facts }: { facts: readonly Fact[] }) {
  const known = facts.flatMap(([name, value]) => (value ? [{ name, value }] : []));
  return (
    <dl className={styles.facts}>
      {known.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const list = (medicines: Report['medicines']) =>
  medicines.map(({ label, quantity }) => `${quantity} × ${label}`).join(', ');

function Said({ report }: { report: Report }) {
  const { kind, order, customer, phone, redFlags, photo } = report;
  return (
    <>
      {redFlags.length === 0 ? null : (
        <Notice tone="red" icon={IconAlertTriangle} title="Signes graves">
          {redFlags.map((flag) => redFlagLabels[flag]).join(', ')}
        </Notice>
      )}
      <div>
        <Text fw={600}>{`${reportKindLabels[kind]} · ${order.number}`}</Text>
        <Text>
          <span>{customer}</span> {phone === null ? null : <PhoneLink phone={phone} name={customer} />}
        </Text>
        <Text size="sm" c="dimmed">
          <span>Reçu :</span> <DateTime at={report.createdAt} absolute />
        </Text>
      </div>
      <FactList
        facts={[
          ['Médicament', list(report.medicines)],
          ['Défaut', report.fault && faultLabels[report.fault]],
          ['Dit par la personne', report.words],
          ['Depuis', dayOf(report.since)],
          ['Pris par', report.taker && takerLabels[report.taker]],
          ['Âge', report.ageMonths !== null && ageInWords(report.ageMonths)],
          ['Arrêté', report.stopped === null ? null : report.stopped ? 'Oui' : 'Non'],
          ['Lot', report.batch],
          ['Autres médicaments de la commande', list(report.others)],
          ['Pharmacie', report.pharmacy],
          ['Suivi par', report.takenBy],
          ['État', reportStateLabels[report.state]],
        ]}
      />
      {photo === null ? null : (
        <FileLink fileKey={photo} name="Boîte" label="Voir la photo" param="photo-boite" />
      )}
    </>
  );
}

/** Takes the report, or closes it. */
function Treat({ report, isMine }: { report: Report; isMine: boolean }) {
  const take = useTakeReport(report._id);
  const close = useCloseReport(report._id);
  const [note, setNote] = useState('');
  if (report.state === 'closed') return null;
  if (!isMine)
    return (
      <Button loading={take.isPending} onClick={() => take.mutate(report.holder?._id ?? null)}>
        {report.holder === null ? 'Prendre ce signalement' : `Le reprendre à ${report.holder.name}`}
      </Button>
    );
  return (
    <ReasonDetails
      summary="Clore le signalement"
      reasons={closings}
      labels={closingLabels}
      pending={close.isPending}
      onChoose={(reason) => close.mutate({ reason, note: note.trim() || null })}
    >
      <TextInput
        label="Note (facultatif)"
        maxLength={300}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </ReasonDetails>
  );
}

function Facts({ report: { facts, declared, closed } }: { report: Report }) {
  return (
    <FactList
      facts={[
        ['Initiales', facts?.initials],
        ['Sexe', facts?.sex && sexLabels[facts.sex]],
        ['Âge (ans)', facts?.age == null ? null : String(facts.age)],
        ['Poids (kg)', facts?.weight == null ? null : String(facts.weight)],
        ['Lot vérifié', facts?.batch],
        ['Dose', facts?.dose],
        ['Pris du', dayOf(facts?.from)],
        ['au', dayOf(facts?.to)],
        ['Description', facts?.description],
        ['Gravité', facts?.seriousness && seriousnessLabels[facts.seriousness]],
        ['Évolution', facts?.outcome && reactionOutcomeLabels[facts.outcome]],
        ['Autres médicaments', facts?.otherMedicines],
        ['Cause suspectée', facts?.cause],
        ['Déclaré le', dayOf(declared?.day)],
        ['Numéro de l’autorité', declared?.receipt],
        ['Clos', closed && [closingLabels[closed.reason], closed.note].filter(Boolean).join(' · ')],
      ]}
    />
  );
}

/** The declaration as PDF, and the day on which it went to the authority. */
function Declare({ report, isMine }: { report: Report; isMine: boolean }) {
  const { _id: id, order, state, declared } = report;
  const [day, setDay] = useState(declared?.day ?? dayInBenin(new Date()));
  const [receipt, setReceipt] = useState(declared?.receipt ?? '');
  const note = useNoteDeclared(id);
  const missing = missingFacts(report, report.facts);
  if (report.holder === null) return null;
  if (missing.length > 0)
    return <Text c="dimmed">{`Pour la déclaration, notez encore : ${missing.join(', ')}.`}</Text>;
  return (
    <Stack gap="sm">
      <SaveButton
        variant="light"
        read={() => fetchDeclaration(id)}
        name={() => `declaration-${order.number}.pdf`}
      >
        Faire la déclaration (PDF)
      </SaveButton>
      {isMine && (state === 'taken' || state === 'declared') ? (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            note.mutate({ day, receipt: receipt.trim() || null });
          }}
        >
          <Stack gap="sm">
            <DayField
              label="Déclaré à l’autorité le"
              value={day}
              max={dayInBenin(new Date())}
              error={note.error instanceof ApiError ? fieldErrors(note.error).day : undefined}
              onChange={setDay}
            />
            <TextInput
              label="Numéro reçu de l’autorité (facultatif)"
              maxLength={100}
              value={receipt}
              onChange={({ currentTarget }) => setReceipt(currentTarget.value)}
            />
            <Button type="submit" loading={note.isPending}>
              {state === 'declared' ? 'Enregistrer' : 'Noter comme déclaré'}
            </Button>
          </Stack>
        </form>
      ) : null}
    </Stack>
  );
}

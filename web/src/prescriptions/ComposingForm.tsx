import { unprintedNote } from '@amasin/domain/prescriptions/printable.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Button, TextInput, Title } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { FilePicker } from '../files/FilePicker.tsx';
import { formatPhone } from '../lib/format.ts';
import { MedicineSearch } from '../medications/MedicineSearch.tsx';
import { lazyWithRetry } from '../ui/lazy.tsx';
import { Notice } from '../ui/Notice.tsx';
import styles from './composing.module.css';
import { type Field, fields } from './draft.ts';
import { ItemsEditor } from './ItemsEditor.tsx';
import type { Composing } from './use-composing.ts';

const LineWarnings = lazyWithRetry(() => import('./LineWarnings.tsx').then((module) => module.LineWarnings));

type Props = {
  composing: Composing;
  /** The prescriber. */
  user: User;
  /** Names to pick, below the patient's fields. */
  knownPatients?: ReactNode;
  /** « Créer », « Enregistrer ». */
  verb: string;
  /** Starts again without the stored draft. */
  onReset: () => void;
  onCancel: () => void;
};

/** `data-path` of each field; the search for a medicine stands for the items. */
const paths: Readonly<Record<Field, string>> = {
  patientName: 'patientName',
  patientPhone: 'patientPhone',
  url: 'url',
  items: 'medicine',
};

/** The fields of a prescription, to create or to edit. */
export function ComposingForm({ composing, user, knownPatients, verb, onReset, onCancel }: Props) {
  const { draft, errors, refusals, sending, change, check } = composing;
  const [uploading, setUploading] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const wrong = useRef<Field | undefined>(undefined);
  wrong.current = fields.find((field) => errors[field] !== undefined);

  const focusOn = useCallback(
    (place: string) => form.current?.querySelector<HTMLElement>(place)?.focus(),
    [],
  );
  useEffect(() => {
    if (refusals === 0) return;
    // Without a wrong field it is a quantity, which is marked at its line.
    const place =
      wrong.current === undefined ? '[data-wrong] input' : `[data-path="${paths[wrong.current]}"]`;
    focusOn(place);
  }, [refusals, focusOn]);

  return (
    <>
      {composing.resumed ? <Resumed onReset={onReset} /> : null}
      <form
        ref={form}
        className={styles.form}
        noValidate
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          if (!sending && !uploading) void composing.submit();
        }}
      >
        <Prescriber user={user} />
        <fieldset className={styles.part}>
          <Title order={3} component="legend">
            Patient
          </Title>
          <div className={styles.pair}>
            <TextInput
              label="Téléphone du patient"
              data-path={paths.patientPhone}
              type="tel"
              inputMode="tel"
              autoComplete="off"
              placeholder="01 97 00 00 01"
              required
              withAsterisk={false}
              value={draft.patientPhone}
              error={errors.patientPhone}
              onChange={({ currentTarget }) => change('patientPhone', { patientPhone: currentTarget.value })}
              onBlur={() => check('patientPhone')}
            />
            <TextInput
              label="Nom du patient"
              description={unprintedNote(draft.patientName)}
              data-path={paths.patientName}
              autoComplete="off"
              required
              withAsterisk={false}
              value={draft.patientName}
              error={errors.patientName}
              onChange={({ currentTarget }) => change('patientName', { patientName: currentTarget.value })}
              onBlur={() => check('patientName')}
            />
          </div>
          {knownPatients}
          <AgeFields
            months={draft.patientMonths}
            onChange={(patientMonths) => change('patientName', { patientMonths })}
          />
        </fieldset>
        <FilePicker
          label="Fichier de l’ordonnance"
          category="prescription"
          value={draft.url}
          onChange={(url) => change('url', { url })}
          error={errors.url}
          onBusyChange={setUploading}
          path={paths.url}
        />
        <fieldset className={styles.part}>
          <Title order={3} component="legend">
            Médicaments
          </Title>
          <MedicineSearch onPick={composing.add} error={errors.items} />
          <ItemsEditor
            items={draft.lines}
            onChange={composing.changeLines}
            onLineDone={() => focusOn(`[data-path="${paths.items}"]`)}
            errors={composing.lineErrors}
          />
          <LineWarnings lines={draft.lines} ageMonths={draft.patientMonths} />
        </fieldset>
        <div className={styles.buttons}>
          <span role="status" className={styles.wait}>
            {uploading ? 'Le fichier est encore en route.' : null}
          </span>
          <Button variant="default" size="md" onClick={onCancel} disabled={sending}>
            Annuler
          </Button>
          <Button
            type="submit"
            size="md"
            loading={sending}
            disabled={uploading}
            title="Ctrl + Entrée"
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            {verb}
          </Button>
        </div>
      </form>
    </>
  );
}

type AgeProps = { months: number | null; onChange: (months: number | null) => void };

/** The patient’s age, by the month, which nobody has to write. */
function AgeFields({ months, onChange }: AgeProps) {
  const years = months === null ? null : Math.floor(months / 12);
  const rest = months === null ? null : months % 12;
  const change = (nextYears: number | null, nextRest: number | null) => {
    const next = (nextYears ?? 0) * 12 + (nextRest ?? 0);
    onChange(nextYears === null && !nextRest ? null : next);
  };
  const field = (label: string, value: number | null, most: number, set: (next: number | null) => void) => (
    <TextInput
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={value ?? ''}
      onChange={({ currentTarget: { value: typed } }) => {
        if (typed === '') set(null);
        else if (/^\d{1,3}$/.test(typed) && Number(typed) <= most) set(Number(typed));
      }}
    />
  );
  return (
    <div className={styles.pair}>
      {field('Âge du patient, en années (facultatif)', years, 129, (next) => change(next, rest))}
      {field('et en mois', rest, 11, (next) => change(years, next))}
    </div>
  );
}

/** Shown above a form that starts with a stored draft. */
function Resumed({ onReset }: { onReset: () => void }) {
  return (
    <div className={styles.resumed}>
      <Notice tone="neutral" icon={IconHistory} title="Nous avons gardé votre saisie">
        <Button variant="subtle" onClick={onReset}>
          Recommencer à zéro
        </Button>
      </Notice>
    </div>
  );
}

/** The prescriber is the signed-in user, never typed. */
function Prescriber({ user }: { user: User }) {
  return (
    <details className={styles.prescriber}>
      <summary>{`Prescripteur : ${user.name}`}</summary>
      <div className={styles.pair}>
        <TextInput label="Nom du prescripteur" value={user.name} readOnly className={styles.fixed} />
        <TextInput
          label="Téléphone du prescripteur"
          value={formatPhone(user.phone)}
          readOnly
          className={styles.fixed}
        />
      </div>
    </details>
  );
}

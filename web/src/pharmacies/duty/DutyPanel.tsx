import { addDays, dayInBenin, isDay } from '@amasin/domain/contract/dates.ts';
import { mondayOf, tonight, WEEK_NIGHTS } from '@amasin/domain/pharmacies/duty-night.ts';
import type { DutyShift } from '@amasin/domain/pharmacies/duty-shift.ts';
import type { Pharmacy } from '@amasin/domain/pharmacies/pharmacy.ts';
import { Button, Stack } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconClipboardText } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { timeNow } from '../../lib/clock.ts';
import { countOf, formatDate, formatMoment, quoted } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { ConfirmDialog, ResponsiveDialog } from '../../ui/dialog.tsx';
import { QueryState } from '../../ui/feedback.tsx';
import { SearchField } from '../../ui/filters.tsx';
import { PhoneLink } from '../../ui/text.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import { Attribution } from '../Attribution.tsx';
import { useCopyWeek, useDirectory, useDutyWeek, useOnDutyNow, useRemoveShift } from './api.ts';
import styles from './duty.module.css';
import { emptyList, type ListDraft, PasteList } from './PasteList.tsx';
import { WeekTable } from './WeekTable.tsx';
import { countMissing, type DutyPharmacy, pharmaciesOf, weekdayName } from './week.ts';

/** The pharmacies that visitors see under « Pharmacies de garde » at this moment. */
export function OnDutyNow() {
  const list = useOnDutyNow();
  return (
    <Stack component="section" gap={12} aria-labelledby="duty-now">
      <h2 id="duty-now" className={styles.title}>
        De garde en ce moment
      </h2>
      {list.data === undefined ? (
        <QueryState
          query={list}
          message="Erreur lors de la recherche des pharmacies de garde"
          rows={1}
          height={64}
        />
      ) : (
        <OnDutyList pharmacies={list.data.pharmacies} />
      )}
    </Stack>
  );
}

function OnDutyList({ pharmacies }: { pharmacies: readonly Pharmacy[] }) {
  return (
    <>
      <p className={styles.hint}>
        {pharmacies.length === 0
          ? 'Aucune pharmacie. Celles d’une nuit apparaissent ici à 22 h.'
          : `Les visiteurs voient ${countOf(pharmacies.length, 'pharmacie')} : par une garde ci-dessous, ou par leur propre bouton ${quoted('De garde')}.`}
      </p>
      {pharmacies.length === 0 ? null : (
        <ul className={styles.now} aria-label="De garde en ce moment">
          {pharmacies.map(({ _id, name, phone }) => (
            <li key={_id} className={styles.nowOne}>
              <span className={styles.name}>{name}</span>
              {phone === null ? null : <PhoneLink phone={phone} name={name} />}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type Props = { shift: DutyShift | undefined; onClose: () => void };

export function RemoveShift({ shift, onClose }: Props) {
  const removing = useRemoveShift(onClose);
  const now = new Date(timeNow());
  return (
    <ConfirmDialog
      opened={shift !== undefined}
      onClose={onClose}
      question="Retirer cette garde ?"
      confirmLabel="Retirer"
      onConfirm={() => {
        if (shift !== undefined) removing.mutate(shift._id);
      }}
      pending={removing.isPending}
      danger
    >
      {shift === undefined
        ? null
        : `${shift.pharmacy.name}, du ${formatMoment(new Date(shift.startsAt), now)} au ${formatMoment(new Date(shift.endsAt), now)}. Elle n’apparaîtra plus parmi les pharmacies de garde.`}
    </ConfirmDialog>
  );
}

type CopyWeekProps = {
  opened: boolean;
  /** The first day of the week that receives the shifts. */
  from: string;
  /** How many shifts are expected to be added. */
  missing: number;
  onClose: () => void;
};

/** Confirms « Comme la semaine dernière ». */
export function CopyWeek({ opened, from, missing, onClose }: CopyWeekProps) {
  const copying = useCopyWeek(onClose);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      question="Reprendre les gardes de la semaine dernière ?"
      confirmLabel="Reprendre"
      onConfirm={() => copying.mutate(from)}
      pending={copying.isPending}
    >
      {`${countOf(missing, 'garde')} de la semaine du ${formatDate(addDays(from, -WEEK_NIGHTS))} à ajouter à celle du ${formatDate(from)}, les mêmes nuits. Celles qui y sont déjà restent.`}
    </ConfirmDialog>
  );
}

type WeekPartProps = {
  from: string;
  /** The shifts of this week and the week before. */
  shifts: readonly DutyShift[];
  now: Date;
  onRemove: (shift: DutyShift) => void;
};

/** The pharmacies on duty this week or the week before, or those of the directory that were searched. */
export function WeekPart({ from, shifts, now, onRemove }: WeekPartProps) {
  const [q, setQ] = useState('');
  // A pharmacy whose last shift was just removed keeps its row.
  const [changed, setChanged] = useState<readonly DutyPharmacy[]>([]);
  const directory = useDirectory(q);
  const found = q === '' ? pharmaciesOf(shifts, changed) : directory.data?.pharmacies;
  return (
    <>
      <SearchField
        label="Chercher une pharmacie à mettre de garde"
        placeholder="Ajouter une pharmacie : nom ou quartier"
        value={q}
        onSearch={(text) => setQ(text.trim())}
      />
      {found === undefined ? (
        <QueryState
          query={directory}
          message="Erreur lors de la recherche des pharmacies"
          rows={3}
          height={48}
        />
      ) : found.length === 0 ? (
        <p className={styles.hint} role="status">
          {q === ''
            ? 'Personne n’est de garde cette semaine, ni la précédente. Cherchez une pharmacie pour commencer.'
            : 'Aucune pharmacie de ce nom. Essayez avec moins de lettres.'}
        </p>
      ) : (
        <>
          <WeekTable
            from={from}
            pharmacies={found}
            shifts={shifts}
            tonight={tonight(now)}
            now={now}
            onChange={(pharmacy) => setChanged((before) => [...before, pharmacy])}
            onRemove={onRemove}
          />
          <p className={styles.hint}>
            Une nuit de garde va de 22 h à 8 h. Touchez une case pour mettre une garde ou la retirer.
          </p>
        </>
      )}
    </>
  );
}

/** The years of `dutyNight`. */
const isNight = (text: string | null): text is string => text?.startsWith('20') === true && isDay(text);

/** The pharmacies on duty, week by week. */
export function DutyPanel() {
  const [search, setSearch] = useSearchParams();
  const now = useNow();
  const present = mondayOf(tonight(now));
  const given = search.get('from');
  const from = isNight(given) ? mondayOf(given) : present;
  const week = useDutyWeek(from);
  const copying = useDialogUrl('reprendre');
  const pasting = useDialogUrl('liste');
  const removing = useDialogUrl('retirer');
  // The text of a list is kept while its dialog is closed.
  const [draft, setDraft] = useState<ListDraft>({ ...emptyList, date: dayInBenin(now) });
  const shifts = week.data?.dutyShifts;
  const missing = countMissing(from, shifts ?? [], now);

  const go = (weeks: number) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        const monday = addDays(from, weeks * WEEK_NIGHTS);
        if (monday === present) next.delete('from');
        else next.set('from', monday);
        return next;
      },
      { preventScrollReset: true },
    );

  return (
    <Stack gap="xl">
      <Stack component="section" gap={12} aria-labelledby="duty-week">
        <div className={styles.weekHead}>
          <Button
            variant="default"
            className={styles.step}
            aria-label="Semaine précédente"
            onClick={() => go(-1)}
          >
            <IconChevronLeft size={20} aria-hidden="true" />
          </Button>
          <h2 id="duty-week" className={styles.title}>
            {`Semaine du ${weekdayName(from)} ${formatDate(from)}`}
          </h2>
          <Button
            variant="default"
            className={styles.step}
            aria-label="Semaine suivante"
            onClick={() => go(1)}
          >
            <IconChevronRight size={20} aria-hidden="true" />
          </Button>
          <Button
            variant="light"
            className={styles.copy}
            onClick={() => copying.open()}
            disabled={missing === 0}
          >
            Comme la semaine dernière
          </Button>
          <Button
            variant="default"
            className={styles.paste}
            leftSection={<IconClipboardText size={20} aria-hidden="true" />}
            onClick={() => pasting.open()}
          >
            Coller une liste
          </Button>
        </div>
        {shifts === undefined ? (
          <QueryState query={week} rows={6} height={48} />
        ) : (
          <WeekPart
            key={from}
            from={from}
            shifts={shifts}
            now={now}
            onRemove={({ _id }) => removing.open(_id)}
          />
        )}
      </Stack>
      <OnDutyNow />
      <Attribution />
      <CopyWeek
        opened={copying.opened && missing > 0}
        from={from}
        missing={missing}
        onClose={copying.close}
      />
      <ResponsiveDialog opened={pasting.opened} onClose={pasting.close} title="Coller une liste" hasForm>
        <PasteList week={from} draft={draft} onDraft={setDraft} onDone={pasting.close} />
      </ResponsiveDialog>
      <RemoveShift shift={shifts?.find(({ _id }) => _id === removing.value)} onClose={removing.close} />
    </Stack>
  );
}

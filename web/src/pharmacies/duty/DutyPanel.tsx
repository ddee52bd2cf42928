import { addDays, dayInBenin, isDay } from '@amasin/domain/contract/dates.ts';
import { mondayOf, tonight, WEEK_NIGHTS } from '@amasin/domain/pharmacies/duty-night.ts';
import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconClipboardText } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatDate } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { ResponsiveDialog } from '../../ui/dialog.tsx';
import { QueryState } from '../../ui/feedback.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import { Attribution } from '../Attribution.tsx';
import { useDutyWeek } from './api.ts';
import styles from './duty.module.css';
import { emptyDraft, type ListDraft } from './list/draft.ts';
import { PasteList } from './list/PasteList.tsx';
import { OnDutyNow } from './OnDutyNow.tsx';
import { RemoveShift } from './RemoveShift.tsx';
import { CopyWeek } from './week/CopyWeek.tsx';
import { WeekPart } from './week/WeekPart.tsx';
import { countMissing, weekdayName } from './week/week.ts';

/** The years of `dutyNight`. */
const isNight = (text: string | null): text is string => text?.startsWith('20') === true && isDay(text);

/** Who is on duty, week by week. */
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
  const [draft, setDraft] = useState<ListDraft>({ ...emptyDraft, date: dayInBenin(now) });
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
    <div className={styles.panel}>
      <section className={styles.part} aria-labelledby="duty-week">
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
      </section>
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
    </div>
  );
}

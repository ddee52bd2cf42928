import { tonight } from '@amasin/domain/pharmacies/duty-night.ts';
import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { useDialogUrl } from '../../ui/dialog/use-dialog-url.ts';
import { QueryState } from '../../ui/feedback/QueryState.tsx';
import { useNow } from '../../ui/text/use-now.ts';
import { Attribution } from '../Attribution.tsx';
import { AddToNight } from './AddToNight.tsx';
import { useDutyWeek } from './api.ts';
import styles from './duty.module.css';
import { NightPart } from './NightPart.tsx';
import { OnDutyNow } from './OnDutyNow.tsx';
import { RemoveShift } from './RemoveShift.tsx';
import { nightName, weekAfter, weekOf } from './week.ts';

const isDate = (text: string | null): text is string => /^20\d{2}-[01]\d-[0-3]\d$/.test(text ?? '');

/** Who is on duty, night by night, week by week. */
export function DutyPanel() {
  const [search, setSearch] = useSearchParams();
  const present = tonight(useNow());
  const given = search.get('from');
  const from = isDate(given) ? given : present;
  const week = useDutyWeek(from);
  const adding = useDialogUrl('garde');
  const removing = useDialogUrl('retirer');

  const go = (weeks: number) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        const date = weekAfter(from, weeks);
        if (date === present) next.delete('from');
        else next.set('from', date);
        return next;
      },
      { preventScrollReset: true },
    );
  const shifts = week.data?.dutyShifts;
  const night = adding.value;

  return (
    <div className={styles.panel}>
      <OnDutyNow />
      <section className={styles.part} aria-labelledby="nights">
        <div className={styles.weekHead}>
          <h2 id="nights" className={styles.title}>
            Nuits à partir du {nightName(from)}
          </h2>
          <div className={styles.weekButtons}>
            <Button
              variant="default"
              leftSection={<IconChevronLeft size={18} aria-hidden="true" />}
              aria-label="Semaine précédente"
              onClick={() => go(-1)}
              disabled={from <= present}
            >
              Précédente
            </Button>
            <Button
              variant="default"
              rightSection={<IconChevronRight size={18} aria-hidden="true" />}
              aria-label="Semaine suivante"
              onClick={() => go(1)}
            >
              Suivante
            </Button>
          </div>
        </div>
        <p className={styles.hint}>Une nuit de garde va de 22 h à 8 h.</p>
        {shifts === undefined ? (
          <QueryState query={week} rows={4} height={120} />
        ) : (
          <div className={styles.nights}>
            {weekOf(from, shifts).map((one) => (
              <NightPart
                key={one.date}
                night={one}
                isTonight={one.date === present}
                onAdd={() => adding.open(one.date)}
                onRemove={({ _id }) => removing.open(_id)}
              />
            ))}
          </div>
        )}
      </section>
      <Attribution />
      {isDate(night) ? (
        <AddToNight
          key={night}
          date={night}
          present={weekOf(night, shifts ?? [])[0]?.shifts ?? []}
          onClose={adding.close}
        />
      ) : null}
      <RemoveShift shift={shifts?.find(({ _id }) => _id === removing.value)} onClose={removing.close} />
    </div>
  );
}

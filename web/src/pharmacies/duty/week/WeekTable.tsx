import { nightsFrom, WEEK_NIGHTS } from '@amasin/domain/pharmacies/duty-night.ts';
import type { DutyShift } from '@amasin/domain/pharmacies/duty-shift.ts';
import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { NightCell } from './NightCell.tsx';
import { cellOf, usePendingNights } from './use-night-change.ts';
import styles from './week.module.css';
import { type DutyPharmacy, isOver, nightName, pharmaciesOf, weekdayName, weekOf } from './week.ts';

type Props = {
  from: string;
  /** One row each. */
  pharmacies: readonly DutyPharmacy[];
  /** The shifts of the week, of these pharmacies and others. */
  shifts: readonly DutyShift[];
  tonight: string;
  now: Date;
  onChange: (pharmacy: DutyPharmacy) => void;
  onRemove: (shift: DutyShift) => void;
};

/** A week of duty: nights as columns, pharmacies as rows. */
export function WeekTable({ from, pharmacies, shifts, tonight, now, onChange, onRemove }: Props) {
  const pending = usePendingNights();
  const isPressed = (pharmacy: DutyPharmacy, date: string, shift: DutyShift | undefined) =>
    pending.get(cellOf(pharmacy, date)) ?? shift !== undefined;
  const dates = nightsFrom(from, WEEK_NIGHTS);
  const all = weekOf(from, pharmaciesOf(shifts, pharmacies), shifts);
  const counts = dates.map(
    (date, index) =>
      all.filter(({ pharmacy, nights }) => isPressed(pharmacy, date, nights[index]?.shift)).length,
  );
  // On a phone the nights before are scrolled out of view.
  const tonightHead = useRef<HTMLTableCellElement>(null);
  useEffect(() => {
    tonightHead.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  return (
    <section className={styles.box} aria-label={`Gardes de la semaine du ${formatDate(from)}`} data-scrolls>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              Pharmacie
            </th>
            {dates.map((date) => (
              <th
                key={date}
                ref={date === tonight ? tonightHead : undefined}
                scope="col"
                data-tonight={date === tonight || undefined}
              >
                <span aria-hidden="true">
                  <span>{weekdayName(date)}</span>
                  <br />
                  <span>{Number(date.slice(8))}</span>
                </span>
                <VisuallyHidden>
                  {`${date === tonight ? 'Cette nuit, ' : ''}${nightName(date)}`}
                </VisuallyHidden>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekOf(from, pharmacies, shifts).map(({ pharmacy, nights }) => (
            <tr key={pharmacy._id}>
              <th scope="row" title={pharmacy.address ?? undefined}>
                {pharmacy.name}
              </th>
              {nights.map(({ date, shift }) => (
                <NightCell
                  key={date}
                  pharmacy={pharmacy}
                  date={date}
                  week={from}
                  shift={shift}
                  pressed={isPressed(pharmacy, date, shift)}
                  isOver={isOver(date, now)}
                  onChange={() => onChange(pharmacy)}
                  onRemove={onRemove}
                />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">De garde</th>
            {counts.map((count, index) => (
              <td key={dates[index]}>{count}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

import { nightsFrom, WEEK_NIGHTS } from '@amasin/domain/pharmacies/duty-night.ts';
import type { DutyShift } from '@amasin/domain/pharmacies/duty-shift.ts';
import { pharmacyEndpoints } from '@amasin/domain/pharmacies/endpoints.ts';
import { VisuallyHidden } from '@mantine/core';
import { IconClockHour4, IconMoonStars } from '@tabler/icons-react';
import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { formatDate } from '../../lib/format.ts';
import { invalidate, keys } from '../../lib/keys.ts';
import { toast } from '../../lib/toast.tsx';
import type { DutyWeek } from './api.ts';
import styles from './WeekTable.module.css';
import {
  type DutyPharmacy,
  isOver,
  isWholeNight,
  nightName,
  pharmaciesOf,
  weekdayName,
  weekOf,
} from './week.ts';

const changeKey = ['pharmacies', 'night'] as const;

type NightChange = { pharmacy: DutyPharmacy; date: string; onDuty: boolean };

/** Identifies a pharmacy and a night. */
const cellOf = (pharmacy: DutyPharmacy, date: string) => `${pharmacy._id} ${date}`;

/** The changes that the server has not answered yet, by `cellOf`; they are shown as if they were done. */
function usePendingNights(): ReadonlyMap<string, boolean> {
  const changes = useMutationState({
    filters: { mutationKey: changeKey, status: 'pending' },
    select: ({ state }) => state.variables as NightChange,
  });
  return new Map(changes.map(({ pharmacy, date, onDuty }) => [cellOf(pharmacy, date), onDuty]));
}

/** Adds or removes the shift of one pharmacy in one night. Changes of the same cell are sent one after the other. */
function useNightChange(pharmacy: DutyPharmacy, date: string, week: string) {
  const queries = useQueryClient();
  const queryKey = keys.pharmacies.of('shifts', week);
  const { mutate } = useMutation({
    mutationKey: changeKey,
    scope: { id: cellOf(pharmacy, date) },
    mutationFn: (change: NightChange) => (change.onDuty ? add(change) : remove(find(queries, week, change))),
    onSuccess: async ({ added, removed }) => {
      // A pending response may be older than this change.
      await queries.cancelQueries({ queryKey });
      queries.setQueryData<DutyWeek>(queryKey, (before) => {
        if (before === undefined) return before;
        const changed = new Set([...added.map(({ _id }) => _id), removed]);
        const dutyShifts = [...before.dutyShifts.filter(({ _id }) => !changed.has(_id)), ...added];
        return { dutyShifts, total: dutyShifts.length };
      });
    },
    onError: (error) => {
      const [reason = messageOf(error, 'Erreur lors de la mise à jour')] =
        error instanceof ApiError ? Object.values(error.fields) : [];
      toast.error(`${pharmacy.name}, ${nightName(date)}. ${reason}`);
    },
    onSettled: async () => {
      // While another change is pending, the server's state is older than what is shown.
      if (queries.isMutating({ mutationKey: changeKey }) === 1) await invalidate(queries, 'pharmacies');
    },
  });
  return (onDuty: boolean) => mutate({ pharmacy, date, onDuty });
}

type Changed = { added: DutyWeek['dutyShifts']; removed: string | null };

async function add({ pharmacy, date }: NightChange): Promise<Changed> {
  const body = { night: date, pharmacies: [pharmacy._id] };
  const { dutyShifts } = await call(pharmacyEndpoints.addDutyShifts, { body });
  return { added: dutyShifts, removed: null };
}

async function remove(id: string | null): Promise<Changed> {
  if (id !== null) {
    await call(pharmacyEndpoints.deleteDutyShift, { params: { id } }).catch((error) => {
      // Someone else has removed it already.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    });
  }
  return { added: [], removed: id };
}

/** The id of the shift of this pharmacy and night, as it is when the change is sent. */
function find(queries: QueryClient, week: string, { pharmacy, date }: NightChange): string | null {
  const shifts = queries.getQueryData<DutyWeek>(keys.pharmacies.of('shifts', week))?.dutyShifts;
  return shifts?.find((one) => one.pharmacy._id === pharmacy._id && isWholeNight(date, one))?._id ?? null;
}

type Props = {
  pharmacy: DutyPharmacy;
  date: string;
  /** The first day of the shown week. */
  week: string;
  shift: DutyShift | undefined;
  pressed: boolean;
  isOver: boolean;
  onChange: () => void;
  /** Removes a shift of other hours, which this night is only a part of. */
  onRemove: (shift: DutyShift) => void;
};

/** One night of one pharmacy: pressed when it is on duty. */
function NightCell({ pharmacy, date, week, shift, pressed, isOver, onChange, onRemove }: Props) {
  const change = useNightChange(pharmacy, date, week);
  const hasOtherHours = shift !== undefined && !isWholeNight(date, shift);
  const Icon = hasOtherHours ? IconClockHour4 : IconMoonStars;
  const press = () => {
    if (hasOtherHours) return onRemove(shift);
    onChange();
    change(!pressed);
  };
  return (
    <td>
      <button
        type="button"
        className={styles.night}
        aria-pressed={pressed}
        aria-label={`${pharmacy.name}, nuit du ${nightName(date)}${hasOtherHours ? ', autres heures' : ''}`}
        disabled={isOver}
        onClick={press}
        onKeyDown={moveFocus}
      >
        {pressed ? <Icon size={20} aria-hidden="true" /> : null}
      </button>
    </td>
  );
}

/** The arrow keys move the focus to the next cell that can be pressed. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const cell = event.currentTarget.closest('td');
  const row = cell?.closest('tr');
  const index = cell?.cellIndex ?? 0;
  const neighbours: Record<string, Element | null | undefined> = {
    ArrowLeft: cell?.previousElementSibling,
    ArrowRight: cell?.nextElementSibling,
    ArrowUp: row?.previousElementSibling?.children[index],
    ArrowDown: row?.nextElementSibling?.children[index],
  };
  const next = neighbours[event.key]?.querySelector<HTMLButtonElement>('button:enabled');
  if (!next) return;
  event.preventDefault();
  next.focus();
}

type WeekTableProps = {
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
export function WeekTable({ from, pharmacies, shifts, tonight, now, onChange, onRemove }: WeekTableProps) {
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

import type { DutyShift } from '@amasin/domain/pharmacies/duty-shift.ts';
import { IconClockHour4, IconMoonStars } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useNightChange } from './use-night-change.ts';
import styles from './week.module.css';
import { type DutyPharmacy, isWholeNight, nightName } from './week.ts';

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
export function NightCell({ pharmacy, date, week, shift, pressed, isOver, onChange, onRemove }: Props) {
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

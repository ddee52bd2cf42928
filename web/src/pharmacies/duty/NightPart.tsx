import type { DutyShift } from '@amasin/domain/pharmacies/duty-shift.ts';
import { Button } from '@mantine/core';
import { IconMoonStars, IconPlus, IconX } from '@tabler/icons-react';
import { formatMoment } from '../../lib/format/moment.ts';
import { countOf } from '../../lib/format/money.ts';
import { PhoneLink } from '../../ui/text/PhoneLink.tsx';
import styles from './duty.module.css';
import { isWholeNight, type Night, nightName } from './week.ts';

type Props = {
  night: Night;
  isTonight: boolean;
  onAdd: () => void;
  onRemove: (shift: DutyShift) => void;
};

/** One night: who is on duty, with actions to add and remove. */
export function NightPart({ night: { date, shifts }, isTonight, onAdd, onRemove }: Props) {
  const name = nightName(date);
  return (
    <section className={styles.night} aria-labelledby={`night-${date}`} data-tonight={isTonight || undefined}>
      <div className={styles.nightHead}>
        <h3 id={`night-${date}`} className={styles.nightName}>
          {isTonight ? <IconMoonStars size={20} aria-hidden="true" /> : null}
          <span>
            {isTonight ? 'Cette nuit, ' : ''}
            {name}
          </span>
        </h3>
        <span className={styles.hint}>{countOf(shifts.length, 'pharmacie')}</span>
      </div>
      {shifts.length === 0 ? (
        <p className={styles.empty}>Personne n’est encore de garde.</p>
      ) : (
        <ul className={styles.shifts} aria-label={`De garde, ${name}`}>
          {shifts.map((shift) => (
            <li key={shift._id} className={styles.shift}>
              <div className={styles.who}>
                <div className={styles.name}>{shift.pharmacy.name}</div>
                {shift.pharmacy.address === null ? null : (
                  <div className={styles.hint}>{shift.pharmacy.address}</div>
                )}
                {isWholeNight(date, shift) ? null : <div className={styles.hint}>{hoursOf(shift)}</div>}
                {shift.pharmacy.phone === null ? null : (
                  <span className={styles.phone}>
                    <PhoneLink phone={shift.pharmacy.phone} name={shift.pharmacy.name} />
                  </span>
                )}
              </div>
              <Button
                className={styles.remove}
                variant="subtle"
                color="red"
                onClick={() => onRemove(shift)}
                aria-label={`Retirer ${shift.pharmacy.name}, ${name}`}
                title="Retirer"
              >
                <IconX size={20} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button
        className={styles.add}
        variant={shifts.length === 0 && isTonight ? 'filled' : 'light'}
        leftSection={<IconPlus size={18} aria-hidden="true" />}
        onClick={onAdd}
        aria-label={`Ajouter des pharmacies, ${name}`}
      >
        Ajouter
      </Button>
    </section>
  );
}

function hoursOf({ startsAt, endsAt }: DutyShift): string {
  const now = new Date();
  return `Du ${formatMoment(new Date(startsAt), now)} au ${formatMoment(new Date(endsAt), now)}`;
}

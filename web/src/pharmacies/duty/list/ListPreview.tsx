import type { ReadDutyName } from '@amasin/domain/pharmacies/duty-list.ts';
import { NativeSelect } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { countOf } from '../../../lib/format.ts';
import { weekdayName } from '../week/week.ts';
import styles from './list.module.css';

type Props = {
  names: readonly ReadDutyName[];
  choices: Readonly<Record<string, string>>;
  onChoose: (written: string, pharmacy: string) => void;
};

/** What was found of a list, before it is confirmed. */
export function ListPreview({ names, choices, onChoose }: Props) {
  const of = (...matches: ReadDutyName['match'][]) => names.filter(({ match }) => matches.includes(match));
  return (
    <div role="status">
      <Part title="à choisir" names={of('ambiguous')}>
        {({ written, nights, pharmacies }) => (
          <NativeSelect
            label={written}
            description={nightsText(nights)}
            value={choices[written] ?? ''}
            onChange={({ currentTarget }) => onChoose(written, currentTarget.value)}
            data={[
              { value: '', label: 'Ne pas ajouter' },
              ...pharmacies.map(({ _id, name, address }) => ({
                value: _id,
                label: address === null ? name : `${name}, ${address}`,
              })),
            ]}
          />
        )}
      </Part>
      <Part title="inconnus" one="inconnu" names={of('unknown', 'undated')}>
        {({ written, match }) => (
          <>
            <span className={styles.name}>{written}</span>
            <span className={styles.hint}>
              {match === 'undated' ? 'Date illisible ou trop lointaine' : 'Aucune pharmacie de ce nom'}
            </span>
          </>
        )}
      </Part>
      <Part title="trouvés" one="trouvé" names={of('found')}>
        {({ nights, pharmacies }) => (
          <>
            <span className={styles.name}>{pharmacies[0]?.name}</span>
            <span className={styles.hint}>{nightsText(nights)}</span>
          </>
        )}
      </Part>
    </div>
  );
}

type PartProps = {
  title: string;
  /** The title of a single one. */
  one?: string;
  names: readonly ReadDutyName[];
  children: (name: ReadDutyName) => ReactNode;
};

function Part({ title, one = title, names, children }: PartProps) {
  const id = useId();
  if (names.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {`${countOf(names.length, 'nom')} ${names.length === 1 ? one : title}`}
      </h3>
      <ul className={styles.names}>
        {names.map((name) => (
          <li key={name.written}>{children(name)}</li>
        ))}
      </ul>
    </section>
  );
}

/** « lun. 23, mar. 24 ». */
function nightsText(nights: readonly string[]): string {
  if (nights.length === 0) return 'Nuits déjà passées';
  return nights.map((date) => `${weekdayName(date)} ${Number(date.slice(8))}`).join(', ');
}

import type { Zone } from '@amasin/domain/zones/zone.ts';
import { Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { countOf } from '../../lib/format/money.ts';
import { Money } from '../../ui/text/Money.tsx';
import styles from './managing.module.css';
import { firstSectors } from './search-zones.ts';

/** Quarters named in the list before « et 12 autres ». */
const NAMED = 6;

export type ZoneActions = { onEdit: (zone: Zone) => void; onDelete: (zone: Zone) => void };

/** On a desk these two are known by their icon. */
const glyph = { root: styles.glyph, label: styles.glyphWord, section: styles.glyphIcon };
const icon = { size: 18, 'aria-hidden': true } as const;

type Props = {
  zone: Zone;
  /** What is looked for: quarters called so are shown first. */
  q: string;
  actions: ZoneActions;
};

/** One zone: a card on a phone, a row on a desk. */
export function ZoneRow({ zone, q, actions }: Props) {
  const { label, sectors, price } = zone;
  const { shown, more } = firstSectors(zone, q, NAMED);
  return (
    <li className={styles.row}>
      <div className={styles.name}>
        {label}
        <div className={styles.count}>{countOf(sectors.length, 'quartier')}</div>
      </div>
      <div className={styles.price}>
        <Money amount={price} />
      </div>
      <div className={styles.sectors}>
        {shown.length === 0 ? <span className={styles.none}>Aucun quartier</span> : null}
        {shown.map((sector) => (
          <span key={sector} className={styles.sector}>
            {sector}
          </span>
        ))}
        {more === 0 ? null : <span className={styles.more}>et {countOf(more, 'autre')}</span>}
      </div>
      <div className={styles.actions}>
        <Button
          variant="default"
          leftSection={<IconPencil {...icon} />}
          onClick={() => actions.onEdit(zone)}
          aria-label={`Modifier ${label}`}
          title="Modifier"
          classNames={glyph}
        >
          Modifier
        </Button>
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash {...icon} />}
          onClick={() => actions.onDelete(zone)}
          aria-label={`Supprimer ${label}`}
          title="Supprimer"
          classNames={glyph}
        >
          Supprimer
        </Button>
      </div>
    </li>
  );
}

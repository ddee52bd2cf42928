import type { Zone } from '@amasin/domain/zones/zone.ts';
import { countOf } from '../../lib/format.ts';
import { Tags } from '../../ui/badges.tsx';
import { Cell, DeleteButton, EditButton, Row, RowActions, RowName } from '../../ui/rows.tsx';
import { Money } from '../../ui/text.tsx';
import { firstSectors } from './search-zones.ts';
import styles from './zones.module.css';

/** Sectors named in the list before « et 12 autres ». */
const NAMED = 6;

type Props = {
  zone: Zone;
  /** The searched text: matching sectors are shown first. */
  q: string;
  onEdit: () => void;
  onDelete: () => void;
};

export function ZoneRow({ zone, q, onEdit, onDelete }: Props) {
  const { label, sectors, price } = zone;
  const { shown, more } = firstSectors(zone, q, NAMED);
  return (
    <Row>
      <Cell card="half">
        <RowName below={countOf(sectors.length, 'quartier')}>{label}</RowName>
      </Cell>
      <Cell card="half" end>
        <strong>
          <Money amount={price} />
        </strong>
      </Cell>
      <Cell>
        <Tags>
          {shown.length === 0 ? <em className={styles.more}>Aucun quartier</em> : null}
          {shown.map((sector) => (
            <span key={sector} className={styles.sector}>
              {sector}
            </span>
          ))}
          {more === 0 ? null : <span className={styles.more}>{`et ${countOf(more, 'autre')}`}</span>}
        </Tags>
      </Cell>
      <RowActions>
        <EditButton name={label} onClick={onEdit} />
        <DeleteButton name={label} onClick={onDelete} />
      </RowActions>
    </Row>
  );
}

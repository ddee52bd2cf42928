import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { countOf } from '../../lib/format/money.ts';
import type { Choice } from './choice.ts';
import styles from './result.module.css';

type Props = {
  /** How many there are; null while it is not known. */
  total: number | null;
  shown: number;
  choice: Choice;
  /** From the person's own position. */
  own: boolean;
  /** Something else than usual is looked for. */
  chosen: boolean;
  onClear: () => void;
};

/** How many were found, around what, and how to undo what was asked. */
export function ResultLine({ total, shown, choice, own, chosen, onClear }: Props) {
  const where = choice.duty
    ? `de garde en ce moment${own ? ', les plus proches d’abord' : ''}`
    : `à moins de ${choice.radius}\u00a0km ${own ? 'de vous' : 'du centre de Cotonou'}`;
  return (
    <div className={styles.line}>
      <span role="status">
        {total === null ? null : (
          <>
            <strong>{countOf(total, 'pharmacie')}</strong> {where}
            {shown < total ? ` · ${shown} affichées` : ''}
          </>
        )}
      </span>
      {chosen ? (
        <Button
          variant="subtle"
          leftSection={<IconFilterOff size={18} aria-hidden="true" />}
          onClick={onClear}
        >
          Tout effacer
        </Button>
      ) : null}
    </div>
  );
}

import { Button, Text } from '@mantine/core';
import { IconFilterOff, IconRefresh } from '@tabler/icons-react';
import { messageOf } from '../../../lib/api/api-error.ts';
import { countOf, formatNumber } from '../../../lib/format/money.ts';
import { quoted, sentence } from '../../../lib/format/text.ts';
import type { ListedPrescriptions } from '../api.ts';
import type { Choice } from './choice.ts';
import styles from './ResultLine.module.css';

type Props = { list: ListedPrescriptions; choice: Choice; chosen: boolean; onClear: () => void };

/** How many match, what is filtered and how to undo it; and, when the list could not be renewed, that it is older. */
export function ResultLine({ list, choice, chosen, onClear }: Props) {
  const { prescriptions, total, failure } = list;
  const isKnown = !list.isPending && list.error === null;
  const words = [
    ...(prescriptions.length < total ? [`${formatNumber(prescriptions.length)} affichées`] : []),
    ...(choice.used === '' ? [] : [choice.used === 'true' ? 'utilisées' : 'en attente']),
    ...(choice.q.trim() === '' ? [] : [quoted(choice.q.trim())]),
  ];
  return (
    <div className={styles.line}>
      <Text role="status" size="xs" c="dimmed">
        {isKnown ? <strong className={styles.count}>{countOf(total, 'ordonnance')}</strong> : null}
        {isKnown ? words.map((word) => ` · ${word}`) : null}
      </Text>
      {chosen ? (
        <Button
          className={styles.action}
          variant="subtle"
          leftSection={<IconFilterOff size={18} aria-hidden="true" />}
          onClick={onClear}
        >
          Tout effacer
        </Button>
      ) : null}
      {failure === null ? null : (
        <div className={styles.failure} role="alert">
          <span>
            {sentence(messageOf(failure, 'Erreur lors du chargement des données'))} La liste peut dater.
          </span>
          <Button
            className={styles.action}
            variant="subtle"
            leftSection={<IconRefresh size={18} aria-hidden="true" />}
            onClick={() => void list.refetch()}
            loading={list.isFetching}
          >
            Réessayer
          </Button>
        </div>
      )}
    </div>
  );
}

import { Button, Loader, Text } from '@mantine/core';
import { IconFilterOff, IconRefresh } from '@tabler/icons-react';
import { messageOf } from '../../lib/api/api-error.ts';
import { countOf, formatNumber } from '../../lib/format/money.ts';
import { sentence } from '../../lib/format/text.ts';
import type { OrdersInList } from '../api.ts';
import styles from './ResultLine.module.css';

type Props = {
  list: OrdersInList;
  /** What is filtered, in words; empty when nothing is. */
  filters: readonly string[];
  onClear: () => void;
};

/** How many match, what is filtered and how to undo it; and, when the list could not be renewed, that it is older. */
export function ResultLine({ list, filters, onClear }: Props) {
  const { total, orders, failure, isPending, isFetching } = list;
  const isKnown = !isPending && list.error === null;
  const words = [...(orders.length < total ? [`${formatNumber(orders.length)} affichées`] : []), ...filters];
  return (
    <div className={styles.line}>
      <Text role="status" size="xs" c="dimmed">
        {isKnown ? <strong className={styles.count}>{countOf(total, 'commande')}</strong> : null}
        {isKnown && words.length > 0 ? ' · ' : null}
        {words.join(' · ')}
      </Text>
      {isFetching && !isPending ? <Loader size={16} aria-hidden="true" className={styles.loader} /> : null}
      {filters.length > 0 ? (
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
            loading={isFetching}
          >
            Réessayer
          </Button>
        </div>
      )}
    </div>
  );
}

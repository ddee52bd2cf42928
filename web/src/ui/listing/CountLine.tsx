import { formatNumber } from '@amasin/domain/contract/format.ts';
import { Button, Loader } from '@mantine/core';
import { IconFilterOff, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import type { List } from '../../lib/api/lists.ts';
import { totalOf } from '../../lib/format/money.ts';
import { sentence } from '../../lib/format/text.ts';
import styles from './CountLine.module.css';

type Props = {
  list: List;
  /** French noun of a row: « commande ». */
  noun: string;
  /** Whose list it is, before the count. */
  owner?: string;
  /** The name of the list; the count then follows in brackets. */
  title?: string;
  /** Text after the count. */
  where?: string;
  /** Number of loaded rows, in a list with « Voir plus ». */
  shown?: number;
  /** Descriptions of the active filters. */
  filters?: readonly string[];
  isFiltered?: boolean;
  onClear?: () => void;
  /** Other figures of the list. */
  figures?: ReactNode;
  /** Message for an error without a response. */
  failed?: string;
  /** A button beside it. */
  action?: ReactNode;
};

/** The number of matching and shown rows, the active filters, and a button to clear them. */
export function CountLine(props: Props) {
  const { list, noun, owner, title, where, filters = [], figures, onClear, failed, action } = props;
  const { total, isPending, isFetching } = list;
  const { shown = total, isFiltered = filters.length > 0 } = props;
  const line = (
    <div className={styles.line}>
      {owner === undefined ? null : <strong className={styles.owner}>{owner}</strong>}
      <span role="status">
        {isPending || list.error !== null ? null : (
          <>
            <strong>
              {title === undefined ? totalOf(total, noun) : `${title} (${formatNumber(total)})`}
            </strong>
            {where === undefined ? null : <span>{` ${where}`}</span>}
            {shown < total ? (
              <span className={styles.shown}>{` · ${formatNumber(shown)} affichées`}</span>
            ) : null}
            {filters.length === 0 ? null : <span>{filters.map((text) => ` · ${text}`).join('')}</span>}
          </>
        )}
      </span>
      {figures}
      {isFetching && !isPending ? <Loader size={16} aria-hidden="true" className={styles.loader} /> : null}
      {isFiltered ? (
        <Button
          className={styles.action}
          variant="subtle"
          leftSection={<IconFilterOff size={18} aria-hidden="true" />}
          onClick={onClear}
        >
          Tout effacer
        </Button>
      ) : null}
      <StaleNotice list={list} {...(failed === undefined ? {} : { failed })} />
    </div>
  );
  if (action === undefined) return line;
  return (
    <div className={styles.head}>
      {line}
      {action}
    </div>
  );
}

type StaleProps = { list: List; failed?: string; text?: string };

/** Warns that the shown rows could not be refreshed, with a retry. */
export function StaleNotice({
  list,
  failed = 'Erreur lors du chargement des données',
  text = 'La liste peut dater.',
}: StaleProps) {
  if (list.failure === null) return null;
  return (
    <div className={styles.stale} role="alert">
      <span>{`${sentence(messageOf(list.failure, failed))} ${text}`}</span>
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
  );
}

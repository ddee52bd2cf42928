import type { Order } from '@amasin/domain/orders/order.ts';
import { Anchor, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useSearchParamFilters } from '../ui/search-param-filters.ts';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { useRowKeys } from '../ui/use-row-keys.ts';
import { type OrderQuery, useOrders } from './api.ts';
import styles from './board.module.css';
import { chipOf, ORDER, orderFilters } from './filters.ts';

type Board = ReturnType<typeof useOrderBoard>;

/**
 * The orders of staff at a desk, with the filters and the open order in the URL. The arrow keys move through the rows, Esc
 * closes the open order, and the focus then returns to its row.
 * @param first what the list shows without a filter; filters and the search apply to all orders
 */
export function useOrderBoard(first: OrderQuery) {
  const { filters, isFiltered, change, clear, linkTo: filterLink } = useSearchParamFilters(orderFilters);
  const { value: openId, linkTo, close } = useDialogUrl(ORDER);
  const query: OrderQuery = isFiltered ? filters : { ...filters, ...first };
  const list = useOrders(query);
  const listElement = useRef<HTMLUListElement>(null);
  const { onListKey, onSearchKey } = useRowKeys({
    list: listElement,
    onEscape: openId === null ? undefined : close,
  });
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });

  const lastOpen = useRef(openId);
  useEffect(() => {
    const closed = openId === null ? lastOpen.current : null;
    lastOpen.current = openId;
    if (closed === null || document.activeElement !== document.body) return;
    listElement.current
      ?.querySelector<HTMLElement>(`[data-row="${CSS.escape(closed)}"]`)
      ?.focus({ preventScroll: true });
  }, [openId]);

  return {
    filters,
    isFiltered,
    change,
    clear,
    /** Props of a link that changes filters. */
    filterLink,
    /** The current value of the chips. */
    chip: chipOf(filters, isFiltered),
    onSearchKey,
    query,
    list,
    openId,
    /** Props of a link that opens an order. */
    linkTo,
    close,
    /** Props of `Rows`. */
    rows: { label: 'Commandes', list, ref: listElement, onKeyDown: onListKey },
    /** Props of an `OrderRow`. */
    rowOf: (order: Order) => ({
      order,
      open: order._id === openId,
      link: linkTo(order._id),
      keepScroll: isWide,
    }),
  };
}

type WorkspaceProps = {
  board: Board;
  /** The open order takes the whole width and hides the list. */
  wide?: boolean;
  /** Above the list; hidden on a phone while an order is open. */
  filters: ReactNode;
  list: ReactNode;
  /** The open order, if any. */
  children: ReactNode;
};

/** List on the left, open order on the right; on a phone one at a time. */
export function Workspace({ board: { openId, list: orders }, wide = false, ...parts }: WorkspaceProps) {
  const isOpen = openId !== null;
  const number = orders.rows.find(({ _id }) => _id === openId)?.number ?? '';
  return (
    <div
      className={styles.workspace}
      data-open={isOpen || undefined}
      data-wide={(wide && isOpen) || undefined}
    >
      <div className={styles.board}>
        <div className={styles.filters}>{parts.filters}</div>
        <div className={styles.panes}>
          <div className={styles.list}>{parts.list}</div>
          {isOpen ? <div className={styles.detail}>{parts.children}</div> : null}
        </div>
      </div>
      <VisuallyHidden aria-live="polite">{isOpen ? `Commande ${number} ouverte` : ''}</VisuallyHidden>
    </div>
  );
}

type OrderLinkProps = {
  id: string;
  /** Search params that open a dialog of the order too. */
  params?: Readonly<Record<string, string>>;
  className?: string | undefined;
  'aria-label'?: string;
  children: string;
};

/** Opens an order beside the list, which keeps its scroll position. */
export function OrderLink({ id, params, className = '', ...text }: OrderLinkProps) {
  const { linkTo } = useDialogUrl(ORDER);
  return (
    <Anchor component={Link} {...linkTo(id, params)} preventScrollReset className={className} {...text} />
  );
}

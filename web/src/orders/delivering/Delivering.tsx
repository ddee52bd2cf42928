import { formatClock } from '@amasin/domain/contract/format.ts';
import { HOUR_MS } from '@amasin/domain/contract/time.ts';
import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { sentence } from '../../lib/format.ts';
import { list, number, object, recent, sent, text } from '../../lib/schema.ts';
import { storedOf } from '../../lib/stored.ts';
import { useOnline } from '../../lib/use-online.ts';
import { useSession } from '../../session/session-context.ts';
import { EmptyState, QueryState } from '../../ui/feedback.tsx';
import { CountLine, ListState, MoreButton } from '../../ui/listing.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useSearchParamFilters } from '../../ui/search-param-filters.ts';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import { type OrderPage, toDoFirst, useOrder, useOrders } from '../api.ts';
import { FilterBar, StateChips } from '../FilterBar.tsx';
import { chipOf, describeFilters, noMatch, ORDER, type OrderFilters, orderFilters } from '../filters.ts';
import { goneOf } from '../gone.ts';
import { DeliveryCard } from './DeliveryCard.tsx';
import styles from './delivering.module.css';
import { isToConfirm, type UnsentMove, useMoves } from './moves.ts';

/** Longer than a working day; the orders hold names, telephones and addresses. */
const MAX_AGE_MS = 16 * HOUR_MS;

/** The list as it was last loaded, and when (ms). */
const seen = storedOf(
  'seen-deliveries',
  object<{ at: number; page: OrderPage }>({
    at: recent(number, MAX_AGE_MS),
    page: sent<OrderPage>({ orders: list(sent<Order>({ _id: text })) }),
  }),
);

/**
 * The orders of this courier; without a filter, those to deliver. These are stored on the device, and returned while newer
 * ones are not loaded: after a reload without a network they are still there. Sign-out and an expired session remove them
 * (decision 0029).
 */
function useDeliveries(filters: OrderFilters, isFiltered: boolean) {
  const personId = useSession().user?._id ?? '';
  const cached = useMemo(() => seen.read(personId), [personId]);
  const list = useOrders(isFiltered ? filters : toDoFirst, isFiltered ? null : cached);
  const { latest, rows, updatedAt, isOutdated } = list;
  const isWhole = latest !== undefined && !isFiltered && !isOutdated;
  useEffect(() => {
    if (isWhole) seen.write(personId, { at: updatedAt, page: { ...latest, orders: [...rows] } });
  }, [personId, isWhole, latest, rows, updatedAt]);
  return list;
}

type Props = { moves: readonly UnsentMove[]; onRead: (moveId: string) => void };

/** Moves that the server refused, and why, until the courier has read it. */
function RefusedMoves({ moves, onRead }: Props) {
  return moves.map((move) =>
    move.refusal === null ? null : (
      <Notice key={move.id} tone="red" icon={IconAlertTriangle} role="alert" title={describe(move)}>
        <span>{sentence(move.refusal)}</span>
        <Button variant="default" onClick={() => onRead(move.id)}>
          J’ai compris
        </Button>
      </Notice>
    ),
  );
}

function describe(move: UnsentMove): string {
  if ('reason' in move) return `${move.number} : le problème n’est pas signalé`;
  if ('waits' in move) return `${move.number} : votre attente n’est pas notée`;
  if (isToConfirm(move)) return `${move.number} n’est pas remise`;
  return `${move.number} n’est pas ${move.to === 'delivered' ? 'marquée livrée' : 'partie en livraison'}`;
}

type SingleDeliveryProps = { id: string; moves: ReturnType<typeof useMoves>; onClose: () => void };

/** One delivery, opened from a notification. */
export function SingleDelivery({ id, moves, onClose }: SingleDeliveryProps) {
  const query = useOrder(id);
  const { data: order, error } = query;
  const gone = goneOf(error);
  return (
    <div className={styles.screen}>
      <div>
        <Button
          variant="subtle"
          leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
          onClick={onClose}
        >
          Toutes les livraisons
        </Button>
      </div>
      <RefusedMoves moves={moves.unsent.filter(({ orderId }) => orderId === id)} onRead={moves.remove} />
      {gone ? (
        <EmptyState title={`Livraison ${gone.what}`} pictogram="motorbike">
          {gone.why}
        </EmptyState>
      ) : order === undefined ? (
        <QueryState query={query} rows={1} height={280} />
      ) : (
        <ul className={styles.cards}>
          <DeliveryCard order={order} moves={moves} />
        </ul>
      )}
    </div>
  );
}

const states: readonly OrderState[] = ['pending', 'delivering', 'delivered', 'ended'];

/** The orders assigned to a courier; without a state filter, those still to be delivered. @param figure stands after their number */
export function Delivering({ figure }: { figure: ReactNode }) {
  const { filters, isFiltered, change, clear, linkTo } = useSearchParamFilters(orderFilters);
  const { value: openId, close } = useDialogUrl(ORDER);
  const list = useDeliveries(filters, isFiltered);
  const moves = useMoves();
  const online = useOnline();
  const counts = list.latest?.counts;

  if (openId !== null) return <SingleDelivery id={openId} moves={moves} onClose={close} />;
  return (
    <div className={styles.screen}>
      <FilterBar
        filters={filters}
        onChange={change}
        reader="deliveryPerson"
        chips={
          <StateChips
            counts={counts}
            states={states}
            reader="deliveryPerson"
            current={chipOf(filters, isFiltered)}
            first={{ label: 'À livrer', count: counts && counts.pending + counts.delivering }}
            linkTo={linkTo}
          />
        }
      />
      <div className={styles.place}>
        <CountLine
          list={list}
          noun="commande"
          shown={list.rows.length}
          filters={describeFilters(filters, 'deliveryPerson')}
          figures={
            <>
              {online || !list.isLoaded ? null : (
                <span>{`vues à ${formatClock(new Date(list.updatedAt))}`}</span>
              )}
              {figure}
            </>
          }
          onClear={clear}
        />
      </div>
      <RefusedMoves moves={moves.unsent} onRead={moves.remove} />
      <ListState
        list={list}
        isFiltered={isFiltered}
        onClear={clear}
        noMatch={noMatch}
        height={280}
        empty={
          <EmptyState title="Aucune livraison à faire" pictogram="motorbike">
            La prochaine commande qui vous est confiée arrive ici d’elle-même. Gardez votre téléphone à
            portée.
          </EmptyState>
        }
      >
        <ul className={styles.cards} aria-busy={list.isOutdated}>
          {list.rows.map((order) => (
            <DeliveryCard key={order._id} order={order} moves={moves} />
          ))}
        </ul>
        <MoreButton list={list} />
      </ListState>
    </div>
  );
}

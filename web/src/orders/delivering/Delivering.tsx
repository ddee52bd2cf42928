import { formatClock } from '@amasin/domain/contract/format.ts';
import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import { useOnline } from '../../lib/use-online.ts';
import { EmptyState } from '../../ui/feedback.tsx';
import { CountLine, ListState, MoreButton } from '../../ui/listing.tsx';
import { useSearchParamFilters } from '../../ui/search-param-filters.ts';
import { useOpenOrder } from '../browsing/use-open-order.ts';
import { FilterBar } from '../filtering/FilterBar.tsx';
import { describeFilters, orderFilters } from '../filtering/order-filters.ts';
import { StateChips } from '../filtering/StateChips.tsx';
import styles from './Delivering.module.css';
import { DeliveryCard } from './DeliveryCard.tsx';
import { RefusedMoves } from './moves/RefusedMoves.tsx';
import { useMoves } from './moves/use-moves.ts';
import { SingleDelivery } from './SingleDelivery.tsx';
import { useDeliveries } from './use-deliveries.ts';

const states: readonly OrderState[] = ['pending', 'delivering', 'delivered', 'ended'];

/** The orders assigned to a courier; without a state filter, those still to be delivered. */
export function Delivering() {
  const { filters, isFiltered, change, clear, linkTo } = useSearchParamFilters(orderFilters);
  const { openId, close } = useOpenOrder();
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
            current={filters.state}
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
            online || !list.isLoaded ? null : <span>{`vues à ${formatClock(new Date(list.updatedAt))}`}</span>
          }
          onClear={clear}
        />
      </div>
      <RefusedMoves moves={moves.unsent} onRead={moves.remove} />
      <ListState
        list={list}
        isFiltered={isFiltered}
        onClear={clear}
        noMatch={{ title: 'Aucune commande ne correspond' }}
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

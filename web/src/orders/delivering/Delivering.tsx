import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import { useEffect, useRef } from 'react';
import { preloadDialog } from '../../ui/dialog/ResponsiveDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { CountLine } from '../../ui/listing/CountLine.tsx';
import { useSearchParamFilters } from '../../ui/listing/filters/search-param-filters.ts';
import { ListState } from '../../ui/listing/ListState.tsx';
import { MoreButton } from '../../ui/listing/MoreButton.tsx';
import { useOrders } from '../api.ts';
import { useOpenOrder } from '../browsing/use-open-order.ts';
import { FilterBar } from '../filtering/FilterBar.tsx';
import { describeFilters, orderFilters } from '../filtering/order-filters.ts';
import { StateChips } from '../filtering/StateChips.tsx';
import { toDo } from '../to-do.ts';
import styles from './Delivering.module.css';
import { DeliveryCard } from './DeliveryCard.tsx';
import { SingleDelivery } from './SingleDelivery.tsx';

const states: readonly OrderState[] = ['pending', 'delivering', 'delivered', 'ended'];

/** The orders assigned to a courier; without a state filter, those still to be delivered. */
export function Delivering() {
  const { filters, isFiltered, change, clear, linkTo } = useSearchParamFilters(orderFilters);
  const { openId, close } = useOpenOrder();
  const list = useOrders({ ...filters, ...(!isFiltered && toDo) });
  const counts = list.latest?.counts;
  const countLine = useRef<HTMLDivElement>(null);

  useEffect(preloadDialog, []);

  if (openId !== null) return <SingleDelivery id={openId} onClose={close} />;
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
      <div ref={countLine} tabIndex={-1} className={styles.place}>
        <CountLine
          list={list}
          noun="commande"
          shown={list.rows.length}
          filters={describeFilters(filters, 'deliveryPerson')}
          onClear={clear}
        />
      </div>
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
            // The card with the focused button may leave the list: the count line takes the focus.
            <DeliveryCard key={order._id} order={order} onMoved={() => countLine.current?.focus()} />
          ))}
        </ul>
        <MoreButton list={list} />
      </ListState>
    </div>
  );
}

import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import { useEffect, useRef } from 'react';
import { preloadDialog } from '../../ui/dialog/ResponsiveDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { MoreButton } from '../../ui/paging/MoreButton.tsx';
import { useOrders } from '../api.ts';
import { ListState } from '../browsing/ListState.tsx';
import { StateCounters } from '../browsing/StateCounters.tsx';
import { useOpenOrder } from '../browsing/use-open-order.ts';
import { describeChoice } from '../filtering/describe-choice.ts';
import { FilterBar } from '../filtering/FilterBar.tsx';
import { ResultLine } from '../filtering/ResultLine.tsx';
import { useOrderChoice } from '../filtering/use-order-choice.ts';
import styles from './Delivering.module.css';
import { DeliveryCard } from './DeliveryCard.tsx';
import { SingleDelivery } from './SingleDelivery.tsx';

const states: readonly OrderState[] = ['pending', 'delivering', 'delivered', 'ended'];

/** The orders confided to a courier; without a filter those that are still to be delivered. */
export function Delivering() {
  const { choice, chosen, change, clear } = useOrderChoice();
  const { openId, close } = useOpenOrder();
  const list = useOrders(choice);
  const place = useRef<HTMLDivElement>(null);

  useEffect(preloadDialog, []);

  if (openId !== null) return <SingleDelivery id={openId} onClose={close} />;
  return (
    <div className={styles.screen}>
      <StateCounters counts={list.counts} states={states} reader="deliveryPerson" current={choice.state} />
      <FilterBar
        choice={choice}
        onChange={change}
        reader="deliveryPerson"
        states={states}
        anyState="À livrer"
      />
      <div ref={place} tabIndex={-1} className={styles.place}>
        <ResultLine
          list={list}
          filters={chosen ? describeChoice(choice, 'deliveryPerson') : []}
          onClear={clear}
        />
      </div>
      <ListState
        list={list}
        chosen={chosen}
        onClear={clear}
        rowHeight={280}
        empty={
          <EmptyState title="Aucune livraison à faire" pictogram="motorbike">
            La prochaine commande qui vous est confiée arrive ici d’elle-même. Gardez votre téléphone à
            portée.
          </EmptyState>
        }
      >
        <ul className={styles.cards} aria-busy={list.isPlaceholderData}>
          {list.orders.map((order) => (
            // The card may be gone with its button: what remains to be done is read out instead.
            <DeliveryCard key={order._id} order={order} onMoved={() => place.current?.focus()} />
          ))}
        </ul>
        <MoreButton list={list} shown={list.orders.length} />
      </ListState>
    </div>
  );
}

import { MAX_COUNTED } from '@amasin/domain/contract/counted.ts';
import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { countOf, countUpTo } from '../../lib/format.ts';
import { EmptyState } from '../../ui/feedback.tsx';
import { Cell, Fact } from '../../ui/rows.tsx';
import { Money } from '../../ui/text.tsx';
import { type OrdersInList, toDo } from '../api.ts';
import type { FileLinkSlot } from '../detail/facts.tsx';
import { OrderBoard } from '../OrderBoard.tsx';
import { OpenOrderToPrepare } from './OrderToPrepare.tsx';
import { PreparationBadge } from './PreparationBadge.tsx';
import styles from './preparing.module.css';

const headings = ['Commande', 'État', 'Client', 'Livreur', 'À préparer', { end: 'Médicaments, total' }];

const tablet = '10.5rem minmax(0, 1fr) minmax(0, 1.3fr)';

const columns = '9.9rem 9.9rem minmax(0, 1.15fr) minmax(0, 0.9fr) minmax(0, 1.75fr) 9.25rem';

/** Cells of an order in the list of a pharmacy. */
function PreparingCells({ order }: { order: Order }) {
  const { customer, deliveryPerson, medicinesAmount, totalAmount } = order;
  return (
    <>
      <Cell>
        <div className={styles.person}>{customer.name}</div>
        <div>{countOf(order.itemsCount, 'médicament')}</div>
      </Cell>
      <Cell optional>
        <Fact label="Livreur :">
          {deliveryPerson?.name ?? <span className={styles.unassigned}>Non assigné</span>}
        </Fact>
      </Cell>
      <Cell optional>
        {(order.prescription?.items ?? []).slice(0, 2).map(({ medicationId, quantity, label }) => (
          <div key={medicationId}>{`${quantity} × ${label}`}</div>
        ))}
      </Cell>
      <Cell optional end>
        {medicinesAmount === null ? null : (
          <Fact label="Médicaments :">
            <Money amount={medicinesAmount} />
          </Fact>
        )}
        {totalAmount === null ? null : (
          <Fact label="Total :">
            <Money amount={totalAmount} />
          </Fact>
        )}
      </Cell>
    </>
  );
}

/** A pharmacy sees no order before it is paid; those to prepare are shown first. */
const states: readonly OrderState[] = ['delivering', 'delivered', 'ended'];

/** The orders assigned to a pharmacy, and its revenue. */
export function Preparing({ fileLink }: { fileLink: FileLinkSlot }) {
  return (
    <OrderBoard
      reader="pharmacy"
      states={states}
      first={{
        label: 'À préparer',
        query: toDo,
        count: (latest) => latest?.toPrepare && countUpTo(latest.toPrepare),
        parts,
      }}
      headings={headings}
      columns={columns}
      tablet={tablet}
      cells={(order) => <PreparingCells order={order} />}
      badge={(order) => <PreparationBadge order={order} />}
      figures={(latest) =>
        latest?.revenue === undefined ? null : (
          <span>
            Ventes : <Money amount={latest.revenue} />
          </span>
        )
      }
      detail={(id, onClose) => <OpenOrderToPrepare id={id} onClose={onClose} fileLink={fileLink} />}
      empty={
        <EmptyState title="Rien à préparer pour l’instant" pictogram="pharmacy">
          Les commandes que nous vous confions arrivent ici d’elles-mêmes. Gardez cette page ouverte.
        </EmptyState>
      }
    />
  );
}

/** What is ready stays in the list until it is fetched, but is not counted as to prepare. */
function parts(latest: OrdersInList['latest']): string | undefined {
  if (latest?.toPrepare === undefined || latest.toPrepare > MAX_COUNTED) return undefined;
  const ready = latest.counts.pending - latest.toPrepare;
  if (ready <= 0) return undefined;
  return `· ${countOf(latest.toPrepare, 'à préparer', 'à préparer')}, ${countOf(ready, 'prête')}`;
}

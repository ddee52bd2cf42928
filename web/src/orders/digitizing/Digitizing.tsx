import { formatNumber } from '@amasin/domain/contract/format.ts';
import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import { Link, type LinkProps } from 'react-router';
import { EmptyState } from '../../ui/feedback.tsx';
import { Cell, Fact } from '../../ui/rows.tsx';
import { OrderBoard } from '../OrderBoard.tsx';
import styles from '../row-action.module.css';
import digitizingStyles from './digitizing.module.css';
import { OpenOrderToDigitize } from './OrderToDigitize.tsx';
import { canRead, QueueFigures, queueBase, ReadingBadge } from './queue.tsx';
import type { DigitizingSlots } from './slots.ts';

type Props = {
  order: Order;
  link: Pick<LinkProps, 'to' | 'state' | 'replace' | 'preventScrollReset'>;
};

/** « Lire », on the row of an order whose photograph waits to be read. */
function ReadLink({ order, link }: Props) {
  return (
    <Button
      component={Link}
      {...link}
      className={styles.action}
      variant="default"
      aria-label={`Lire l’ordonnance de ${order.number}`}
    >
      Lire
    </Button>
  );
}

const headings = ['Commande', 'État', 'Client', 'Assurance', 'Attribution', { end: 'Médicaments' }];

const tablet = '12.5rem minmax(0, 1fr) minmax(0, 1fr)';

const columns = '10.5rem 16.5rem minmax(0, 1fr) 9rem 7.5rem 7rem';

/** Cells of an order in the list of a pharmacist; a card omits empty ones. */
function DigitizingCells({ order }: { order: Order }) {
  const { customer, agent, insuranceCard: card, itemsCount } = order;
  return (
    <>
      <Cell>
        <div className={digitizingStyles.person}>{customer.name}</div>
        <Fact label="Livraison :">{order.deliveryZone}</Fact>
      </Cell>
      <Cell optional>
        {card ? (
          <Fact label="Assurance :">
            {`${card.taux}\u00a0%, ${card.verified ? 'vérifiée' : 'à vérifier'}`}
          </Fact>
        ) : null}
      </Cell>
      <Cell optional>
        <Fact label="Attribution :">
          {agent === null ? <span className={digitizingStyles.unassigned}>Non assignée</span> : 'À vous'}
        </Fact>
      </Cell>
      <Cell optional end>
        {itemsCount === 0 ? null : <Fact label="Médicaments :">{formatNumber(itemsCount)}</Fact>}
      </Cell>
    </>
  );
}

/** Those whose prescriptions they have read. */
const states: readonly OrderState[] = ['pending', 'delivering', 'delivered', 'ended'];

/** The queue of prescriptions for an in-house pharmacist. */
export function Digitizing({ slots }: { slots: DigitizingSlots }) {
  return (
    <OrderBoard
      reader="agent"
      states={states}
      first={{
        label: 'À traiter',
        query: queueBase,
        count: (latest) => latest?.counts['pre-treatment'],
      }}
      figures={() => <QueueFigures />}
      headings={headings}
      columns={columns}
      tablet={tablet}
      action={(order, link) => (canRead(order) ? <ReadLink order={order} link={link} /> : null)}
      badge={(order) => <ReadingBadge order={order} />}
      cells={(order) => <DigitizingCells order={order} />}
      wideDetail
      detail={(id, onClose) => <OpenOrderToDigitize id={id} onClose={onClose} slots={slots} />}
      empty={
        <EmptyState title="Aucune ordonnance à lire" pictogram="pharmacy">
          Les ordonnances photographiées arrivent ici d’elles-mêmes. Gardez cette page ouverte.
        </EmptyState>
      }
    />
  );
}

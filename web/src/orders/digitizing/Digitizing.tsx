import { formatNumber } from '@amasin/domain/contract/format.ts';
import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/feedback.tsx';
import { CountLine, ListState, MoreButton } from '../../ui/listing.tsx';
import { Cell, Fact, Rows } from '../../ui/rows.tsx';
import type { DialogLink } from '../../ui/use-dialog-url.ts';
import { useOrderBoard, Workspace } from '../board.tsx';
import cells from '../cells.module.css';
import { FilterBar, StateChips } from '../FilterBar.tsx';
import { describeFilters, noMatch } from '../filters.ts';
import { OrderRow } from '../OrderRow.tsx';
import { OpenOrderToDigitize } from './OrderToDigitize.tsx';
import { canRead, QueueFigures, queueBase, ReadingBadge } from './queue.tsx';

/** « Lire », on the row of an order whose photograph waits to be read. */
function ReadLink({ order, link }: { order: Order; link: DialogLink }) {
  return (
    <Button
      component={Link}
      {...link}
      className={cells.action}
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
        <div className={cells.person}>{customer.name}</div>
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
          {agent === null ? <span className={cells.unassigned}>Non assignée</span> : 'À vous'}
        </Fact>
      </Cell>
      <Cell optional end>
        {itemsCount === 0 ? null : <Fact label="Médicaments :">{formatNumber(itemsCount)}</Fact>}
      </Cell>
    </>
  );
}

/** The states of orders whose prescription the pharmacist has read. */
const states: readonly OrderState[] = ['pending', 'delivering', 'delivered', 'ended'];

/** The queue of prescriptions for an in-house pharmacist. */
export function Digitizing() {
  const board = useOrderBoard(queueBase);
  const { filters, list, openId } = board;
  const counts = list.latest?.counts;
  return (
    <Workspace
      board={board}
      wide
      filters={
        <>
          <FilterBar
            filters={filters}
            onChange={board.change}
            reader="agent"
            chips={
              <StateChips
                counts={counts}
                states={states}
                reader="agent"
                current={board.chip}
                first={{ label: 'À traiter', count: counts?.['pre-treatment'] }}
                linkTo={board.filterLink}
              />
            }
            onSearchKey={board.onSearchKey}
          />
          <CountLine
            list={list}
            noun="commande"
            shown={list.rows.length}
            filters={describeFilters(filters, 'agent')}
            figures={<QueueFigures />}
            onClear={board.clear}
          />
        </>
      }
      list={
        <ListState
          list={list}
          isFiltered={board.isFiltered}
          onClear={board.clear}
          noMatch={noMatch}
          empty={
            <EmptyState title="Aucune ordonnance à lire" pictogram="pharmacy">
              Les ordonnances photographiées arrivent ici d’elles-mêmes, tant que votre session est ouverte :
              elle se ferme après un moment sans activité.
            </EmptyState>
          }
        >
          <Rows {...board.rows} headings={headings} columns={columns} tablet={tablet}>
            {list.rows.map((order) => (
              <OrderRow
                key={order._id}
                {...board.rowOf(order)}
                reader="agent"
                badge={<ReadingBadge order={order} />}
                action={canRead(order) ? <ReadLink order={order} link={board.linkTo(order._id)} /> : null}
              >
                <DigitizingCells order={order} />
              </OrderRow>
            ))}
          </Rows>
          <MoreButton list={list} />
        </ListState>
      }
    >
      {openId === null ? null : <OpenOrderToDigitize id={openId} onClose={board.close} />}
    </Workspace>
  );
}

import { MAX_COUNTED } from '@amasin/domain/contract/counted.ts';
import { remainingLines } from '@amasin/domain/orders/give-back.ts';
import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { countOf, countUpTo } from '../../lib/format.ts';
import { EmptyState } from '../../ui/feedback.tsx';
import { CountLine, ListState, MoreButton } from '../../ui/listing.tsx';
import { Cell, Fact, Rows } from '../../ui/rows.tsx';
import { Money } from '../../ui/text.tsx';
import { type OrdersInList, toDo } from '../api.ts';
import { useOrderBoard, Workspace } from '../board.tsx';
import cells from '../cells.module.css';
import { FilterBar, StateChips } from '../FilterBar.tsx';
import { describeFilters, noMatch } from '../filters.ts';
import { OrderRow } from '../OrderRow.tsx';
import { OpenOrderToPrepare, PreparationBadge } from './OrderToPrepare.tsx';

const headings = ['Commande', 'État', 'Client', 'Livreur', 'À préparer', { end: 'Médicaments, total' }];

const tablet = '10.5rem minmax(0, 1fr) minmax(0, 1.3fr)';

const columns = '9.9rem 9.9rem minmax(0, 1.15fr) minmax(0, 0.9fr) minmax(0, 1.75fr) 9.75rem';

/** Cells of an order in the list of a pharmacy. */
function PreparingCells({ order }: { order: Order }) {
  const { customer, deliveryPerson, medicinesAmount, totalAmount } = order;
  return (
    <>
      <Cell>
        <div className={cells.person}>{customer.name}</div>
        <div>{countOf(order.itemsCount, 'médicament')}</div>
      </Cell>
      <Cell optional>
        <Fact label="Livreur :">
          {deliveryPerson?.name ?? <span className={cells.unassigned}>Non assigné</span>}
        </Fact>
      </Cell>
      <Cell optional>
        {remainingLines(order.prescription?.items ?? [])
          .slice(0, 2)
          .map(({ medicationId, quantity, label }) => (
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
export function Preparing() {
  const board = useOrderBoard(toDo);
  const { filters, isFiltered, list, openId } = board;
  const { latest } = list;
  const where = isFiltered ? undefined : parts(latest);
  return (
    <Workspace
      board={board}
      filters={
        <>
          <FilterBar
            filters={filters}
            onChange={board.change}
            reader="pharmacy"
            chips={
              <StateChips
                counts={latest?.counts}
                states={states}
                reader="pharmacy"
                current={board.chip}
                first={{ label: 'À préparer', count: latest?.toPrepare && countUpTo(latest.toPrepare) }}
                linkTo={board.filterLink}
              />
            }
            onSearchKey={board.onSearchKey}
          />
          <CountLine
            list={list}
            noun="commande"
            {...(where !== undefined && { where })}
            shown={list.rows.length}
            filters={describeFilters(filters, 'pharmacy')}
            figures={
              latest?.revenue === undefined ? null : (
                <span>
                  Total vendu : <Money amount={latest.revenue} />
                </span>
              )
            }
            onClear={board.clear}
          />
        </>
      }
      list={
        <ListState
          list={list}
          isFiltered={isFiltered}
          onClear={board.clear}
          noMatch={noMatch}
          empty={
            <EmptyState title="Rien à préparer pour l’instant" pictogram="pharmacy">
              Les commandes que nous vous confions arrivent ici d’elles-mêmes. Gardez cette page ouverte.
            </EmptyState>
          }
        >
          <Rows {...board.rows} headings={headings} columns={columns} tablet={tablet}>
            {list.rows.map((order) => (
              <OrderRow
                key={order._id}
                {...board.rowOf(order)}
                reader="pharmacy"
                badge={<PreparationBadge order={order} />}
              >
                <PreparingCells order={order} />
              </OrderRow>
            ))}
          </Rows>
          <MoreButton list={list} />
        </ListState>
      }
    >
      {openId === null ? null : <OpenOrderToPrepare id={openId} onClose={board.close} />}
    </Workspace>
  );
}

/** A ready order stays in the list until it is fetched, but is not counted as to prepare. */
function parts(latest: OrdersInList['latest']): string | undefined {
  if (latest?.toPrepare === undefined || latest.toPrepare > MAX_COUNTED) return undefined;
  const ready = latest.counts.pending - latest.toPrepare;
  if (ready <= 0) return undefined;
  return `· ${countOf(latest.toPrepare, 'à préparer', 'à préparer')}, ${countOf(ready, 'prête')}`;
}

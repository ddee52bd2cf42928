import { formatNumber } from '@amasin/domain/contract/format.ts';
import { orderStates } from '@amasin/domain/orders/lifecycle.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import type { Person } from '@amasin/domain/users/user.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCash } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { countUpTo } from '../../lib/format.ts';
import { PaymentRows } from '../../payments/PaymentRows.tsx';
import { StateBadge } from '../../ui/badges.tsx';
import { DownloadButton } from '../../ui/download.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { SelectField } from '../../ui/filters.tsx';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { CountLine, ListState, MoreButton } from '../../ui/listing.tsx';
import { OrderStateBadge } from '../../ui/OrderStateBadge.tsx';
import { Cell, Fact, Rows } from '../../ui/rows.tsx';
import { Money, PhoneLink } from '../../ui/text.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import { useAssignees } from '../../users/assignees.ts';
import { toDo } from '../api.ts';
import { OrderLink, useOrderBoard, Workspace } from '../board.tsx';
import cells from '../cells.module.css';
import { PRESCRIPTION_FILE } from '../detail/facts.tsx';
import { canRead } from '../digitizing/queue.tsx';
import { FilterBar, StateChips } from '../FilterBar.tsx';
import { describeFilters, noMatch, orderFilters } from '../filters.ts';
import { OrderRow } from '../OrderRow.tsx';
import { fetchOrderFile } from './api.ts';
import { FoundCaller } from './Caller.tsx';
import { EndDialog } from './EndDialog.tsx';
import { ASSIGN, assignmentOf, type Role, roleLabels, TREAT } from './roles.ts';
import styles from './supervision.module.css';

// Lazy: it imports the form that writes a prescription.
const OpenSupervisedOrder = lazyWithRetry(
  () => import('./SupervisedOrder.tsx').then((module) => module.OpenSupervisedOrder),
  { rows: 5, height: 64 },
);

/** « Terminer », on the row of a delivered order. */
function EndButton({ order }: { order: Order }) {
  const ending = useDialogUrl('finir');
  return (
    <>
      <Button
        className={cells.action}
        variant="default"
        onClick={() => ending.open(order._id)}
        aria-label={`Terminer ${order.number}`}
      >
        Terminer
      </Button>
      <EndDialog order={order} opened={ending.value === order._id} onClose={ending.close} />
    </>
  );
}

const headings = [
  'Commande',
  'État',
  'Client',
  'Livraison',
  'Pharmacie, livreur',
  'Médicaments',
  { end: 'Total, payé' },
];

const tablet = '10.5rem minmax(0, 1.3fr) minmax(0, 1.2fr) 8rem';

// A name of twenty letters fits at 1280 px; a wider screen gives the rest to the delivery.
const columns =
  '9.9rem 10.6rem minmax(min(10.8rem, 15.3cqi), 0.6fr) minmax(0, 1fr) minmax(min(10.2rem, 14.4cqi), 0.4fr) 6.7rem 5.5rem';

/** Cells of an order in the list of a supervisor. */
function OrderCells({ order }: { order: Order }) {
  const { customer } = order;
  return (
    <>
      <Cell>
        <div className={cells.person} title={customer.name}>
          {customer.name}
        </div>
        {customer.phone ? (
          <div>
            <PhoneLink phone={customer.phone} name={customer.name} />
          </div>
        ) : null}
      </Cell>
      <Cell optional>
        <div title={order.deliveryZone}>{order.deliveryZone}</div>
        <div title={order.deliveryAddress}>{order.deliveryAddress}</div>
      </Cell>
      <Cell optional>
        <Fact label="Pharmacie :">
          <Assigned order={order} who="pharmacy" />
        </Fact>
        <Fact label="Livreur :">
          <Assigned order={order} who="deliveryPerson" />
        </Fact>
      </Cell>
      <Cell optional card="half">
        <Fact label="Médicaments :">
          <span>{formatNumber(order.itemsCount)}</span>
          {canRead(order) ? (
            <OrderLink
              id={order._id}
              params={{ [TREAT]: '1' }}
              className={styles.read}
              aria-label={`Lire l’ordonnance de ${order.number}`}
            >
              Lire
            </OrderLink>
          ) : null}
        </Fact>
        {/* The dialog of « Lire » shows the photograph too. */}
        {order.prescriptionUrl && !canRead(order) ? (
          <OrderLink
            id={order._id}
            params={{ [PRESCRIPTION_FILE]: '1' }}
            aria-label={`Ordonnance physique de ${order.number}`}
          >
            Ordonnance
          </OrderLink>
        ) : null}
      </Cell>
      <Cell optional card="half" end>
        <Fact label="Total :">
          {order.totalAmount === null ? 'À calculer' : <Money amount={order.totalAmount} />}
        </Fact>
        <Fact label="Payé :">
          <span className={styles.paid}>
            <Money amount={order.finalAmount} />
          </span>
        </Fact>
      </Cell>
    </>
  );
}

/** The name, or that nobody is assigned, with a link that opens the order with the dialog to assign someone. */
function Assigned({ order, who }: { order: Order; who: Role }) {
  const person = order[who];
  const { unassigned, assignLabel } = roleLabels[who];
  if (person !== null) {
    const isReady = who === 'pharmacy' && order.state === 'pending' && order.readyAt !== null;
    return <span translate="no">{isReady ? `Prête · ${person.name}` : person.name}</span>;
  }
  if (assignmentOf(order, who) !== 'assign') return <span className={cells.unassigned}>{unassigned}</span>;
  return (
    <>
      <span className={cells.unassigned}>{unassigned}</span>{' '}
      <OrderLink id={order._id} params={{ [ASSIGN]: who }} aria-label={`${assignLabel} à ${order.number}`}>
        Assigner
      </OrderLink>
    </>
  );
}

type AssigneeFieldProps = {
  label: string;
  /** The options of no one and of a person who is not in the list. */
  all: string;
  other: string;
  value: string;
  people: readonly Pick<Person, '_id' | 'name'>[];
  onChange: (id: string) => void;
};

function AssigneeField({ label, all, other, value, people, onChange }: AssigneeFieldProps) {
  return (
    <SelectField
      label={label}
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: all },
        ...people.map(({ _id, name }) => ({ value: _id, label: name })),
        // Not loaded or deleted: the filter remains visible.
        ...(value === '' || people.some(({ _id }) => _id === value) ? [] : [{ value, label: other }]),
      ]}
    />
  );
}

const nameOf = (people: readonly Pick<Person, '_id' | 'name'>[], id: string) =>
  people.find(({ _id }) => _id === id)?.name;

/** Shows in red, beside the state, that an order cannot go on; null for any other order. */
function blockedBadge({ problem, broughtBack, cancelRequest, state, deliveryPerson }: Order) {
  const isToDecide = state === 'pending' && cancelRequest?.declined === null;
  const isToGive = Boolean(broughtBack) && deliveryPerson === null;
  if (!problem && !isToDecide && !isToGive) return null;
  const label = problem ? 'Bloquée' : isToDecide ? 'À annuler ?' : 'À livrer de nouveau';
  return (
    <>
      <StateBadge tone="red" icon={IconAlertTriangle} label={label} />
      <OrderStateBadge state={state} reader="supervisor" />
    </>
  );
}

/** « Gestion des commandes »: all orders and their assignment. */
export function Supervision() {
  const { data: couriers = [] } = useAssignees('deliveryPerson');
  const { data: pharmacies = [] } = useAssignees('pharmacy');
  const board = useOrderBoard(toDo);
  const { filters, isFiltered, list, openId } = board;
  useEffect(() => {
    if (!list.isPending) OpenSupervisedOrder.preload();
  }, [list.isPending]);
  const { counts, work } = list.latest ?? {};
  const payments = !isFiltered && work?.review ? <PaymentRows /> : null;
  const rows = (
    <Rows {...board.rows} headings={headings} columns={columns} tablet={tablet}>
      {payments}
      {list.rows.map((order) => (
        <OrderRow
          key={order._id}
          {...board.rowOf(order)}
          reader="supervisor"
          badge={blockedBadge(order)}
          action={order.allowedActions.includes('end') ? <EndButton order={order} /> : null}
        >
          <OrderCells order={order} />
        </OrderRow>
      ))}
    </Rows>
  );
  return (
    <Workspace
      board={board}
      filters={
        <>
          <FilterBar
            filters={filters}
            onChange={board.change}
            reader="supervisor"
            chips={
              <StateChips
                counts={counts}
                states={orderStates}
                reader="supervisor"
                current={board.chip}
                first={{ label: 'À faire', count: work && countUpTo(work.todo + work.review) }}
                more={[
                  ...(work?.feedback
                    ? [
                        {
                          label: 'Avis',
                          isCurrent: false,
                          link: { to: { search: '?tab=apres' } },
                          count: countUpTo(work.feedback),
                        },
                      ]
                    : []),
                  ...(work?.review
                    ? [
                        {
                          label: 'Paiements',
                          icon: <IconCash size={16} stroke={2} aria-hidden="true" />,
                          isCurrent: false,
                          link: { to: { search: '?tab=payments' } },
                          count: countUpTo(work.review),
                        },
                      ]
                    : []),
                ]}
                linkTo={board.filterLink}
              />
            }
            onSearchKey={board.onSearchKey}
          >
            <AssigneeField
              label="Pharmacie"
              all="Toutes les pharmacies"
              other="Autre pharmacie"
              value={filters.pharmacy}
              people={pharmacies}
              onChange={(pharmacy) => board.change({ pharmacy })}
            />
            <AssigneeField
              label="Livreur"
              all="Tous les livreurs"
              other="Autre livreur"
              value={filters.deliveryPerson}
              people={couriers}
              onChange={(deliveryPerson) => board.change({ deliveryPerson })}
            />
          </FilterBar>
          <CountLine
            list={list}
            noun="commande"
            shown={list.rows.length}
            filters={describeFilters(filters, 'supervisor', {
              deliveryPerson: nameOf(couriers, filters.deliveryPerson),
              pharmacy: nameOf(pharmacies, filters.pharmacy),
            })}
            figures={
              <>
                {work?.late ? (
                  <Link className={styles.late} {...board.filterLink({ ...orderFilters.none, late: 'true' })}>
                    {`${countUpTo(work.late)} en retard`}
                  </Link>
                ) : null}
                {list.rows.length === 0 ? null : (
                  <DownloadButton
                    className={styles.download ?? ''}
                    what="les commandes de la liste"
                    name="commandes"
                    read={() => fetchOrderFile(board.query)}
                    visibleFrom="sm"
                  />
                )}
              </>
            }
            onClear={board.clear}
          />
          <FoundCaller searched={filters.q} />
        </>
      }
      list={
        <ListState
          list={list}
          isFiltered={isFiltered}
          onClear={board.clear}
          noMatch={noMatch}
          empty={
            payments === null ? (
              <EmptyState title="Rien à faire pour l’instant">
                Les commandes des clients arrivent ici d’elles-mêmes. Vous leur assignez alors une pharmacie,
                puis un livreur.
              </EmptyState>
            ) : (
              rows
            )
          }
        >
          {rows}
          <MoreButton list={list} />
        </ListState>
      }
    >
      {openId === null ? null : <OpenSupervisedOrder id={openId} onClose={board.close} />}
    </Workspace>
  );
}

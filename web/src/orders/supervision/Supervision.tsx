import { formatNumber } from '@amasin/domain/contract/format.ts';
import type { Caller } from '@amasin/domain/orders/caller.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { orderProblemLabels } from '@amasin/domain/orders/reasons.ts';
import { normalizePhone } from '@amasin/domain/users/phone-number.ts';
import type { Person } from '@amasin/domain/users/user.ts';
import { Anchor, Button } from '@mantine/core';
import { IconAlertTriangle, IconCash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId } from 'react';
import { Link } from 'react-router';
import { countOf, countUpTo } from '../../lib/format.ts';
import { OrderStateBadge, StateBadge } from '../../ui/badges.tsx';
import { DownloadButton } from '../../ui/download.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { SelectField } from '../../ui/filters.tsx';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { Cell, Fact } from '../../ui/rows.tsx';
import { DateTime, Money, PhoneLink } from '../../ui/text.tsx';
import { toDo } from '../api.ts';
import { prescriptionFile } from '../detail/facts.tsx';
import { canRead } from '../digitizing/queue.tsx';
import type { DigitizingSlots } from '../digitizing/slots.ts';
import { orderFilters } from '../filters.ts';
import { OrderBoard } from '../OrderBoard.tsx';
import rowAction from '../row-action.module.css';
import { useOpenOrder, useOrderWith } from '../use-open-order.ts';
import { fetchOrderFile, useCaller, useEndOrder } from './api.ts';
import { ASSIGN, assignmentOf, type Role, roleLabels, TREAT } from './roles.ts';
import styles from './supervision.module.css';

/** « Terminer », on the row of a delivered order, without a confirmation. */
function EndButton({ order }: { order: Order }) {
  const end = useEndOrder();
  return (
    <Button
      className={rowAction.action}
      variant="default"
      // Not `loading`, which would disable the button and lose the focus.
      aria-disabled={end.isPending || undefined}
      onClick={() => {
        if (!end.isPending) end.mutate(order._id);
      }}
      aria-label={`Terminer ${order.number}`}
    >
      {end.isPending ? 'Envoi…' : 'Terminer'}
    </Button>
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

// A name of twenty letters is whole at 1280 px; what is wider goes to the delivery.
const columns = '9.9rem 9.9rem minmax(10.8rem, 0.6fr) minmax(0, 1fr) minmax(10.2rem, 0.4fr) 6.7rem 5.5rem';

/** Cells of an order in the list of a supervisor. */
function OrderCells({ order }: { order: Order }) {
  const { customer } = order;
  return (
    <>
      <Cell>
        <div className={styles.person} title={customer.name}>
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
          {canRead(order) ? <ReadLink order={order} /> : null}
        </Fact>
        {order.prescriptionUrl && !canRead(order) ? <PrescriptionLink order={order} /> : null}
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
  const linkTo = useOrderWith();
  const person = order[who];
  const { unassigned, assignLabel } = roleLabels[who];
  if (person !== null) {
    const isReady = who === 'pharmacy' && order.state === 'pending' && order.readyAt !== null;
    return <span translate="no">{isReady ? `Prête · ${person.name}` : person.name}</span>;
  }
  if (assignmentOf(order, who) !== 'assign') return <span className={styles.unassigned}>{unassigned}</span>;
  return (
    <>
      <span className={styles.unassigned}>{unassigned}</span>{' '}
      <Anchor
        component={Link}
        {...linkTo(order._id, ASSIGN, who)}
        aria-label={`${assignLabel} à ${order.number}`}
      >
        Assigner
      </Anchor>
    </>
  );
}

/** Opens the reading of an unread order, which shows its photograph. */
function ReadLink({ order }: { order: Order }) {
  return (
    <Anchor
      component={Link}
      {...useOrderWith()(order._id, TREAT, '1')}
      className={styles.read ?? ''}
      aria-label={`Lire l’ordonnance de ${order.number}`}
    >
      Lire
    </Anchor>
  );
}

/** Opens the order with the file of its prescription. */
function PrescriptionLink({ order }: { order: Order }) {
  return (
    <Anchor
      component={Link}
      {...useOrderWith()(order._id, prescriptionFile.param, '1')}
      aria-label={`Ordonnance physique de ${order.number}`}
    >
      Ordonnance
    </Anchor>
  );
}

/** What a supervisor needs to answer a customer on the telephone. */
function CallerCard({ caller }: { caller: Caller }) {
  const { name, phone, problem } = caller;
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.callerPerson}>
        <h2 id={id} className={styles.name}>
          {name}
        </h2>
        <PhoneLink phone={phone} name={name} />
        <span className={styles.quiet}>{placeOf(caller)}</span>
      </div>
      {problem === null ? null : (
        <p className={styles.problem}>
          <strong>{orderProblemLabels[problem.reason]}</strong>
          {problem.note === null ? null : <span>{` : ${problem.note}`}</span>}{' '}
          <span className={styles.quiet}>
            <span>{`${problem.number},`}</span> <DateTime at={problem.at} />
          </span>
        </p>
      )}
      <LatestOrders orders={caller.orders} />
      <Counts caller={caller} />
    </section>
  );
}

/** The zone, and its town unless the zone's name begins with it. */
function placeOf({ deliveryZone: zone, deliveryTown: town }: Caller): string | null {
  if (zone === null || town === null || zone.startsWith(town)) return zone;
  return `${zone}, ${town}`;
}

function LatestOrders({ orders: { total, latest } }: Pick<Caller, 'orders'>) {
  const { linkTo } = useOpenOrder();
  if (total === 0) return <p className={styles.quiet}>Aucune commande</p>;
  return (
    <div className={styles.orders}>
      <span>{`${countOf(total, 'commande')}${total > latest.length ? ', les dernières :' : ' :'}`}</span>
      <ul className={styles.latest}>
        {latest.map(({ _id, number, state, date }) => (
          <li key={_id} className={styles.order}>
            <Anchor component={Link} {...linkTo(_id)} preventScrollReset className={styles.link ?? ''}>
              {number}
            </Anchor>
            <OrderStateBadge state={state} reader="supervisor" />
            <span className={styles.quiet}>
              <DateTime at={date} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Counts({ caller: { prescriptions, payments } }: { caller: Caller }) {
  const { active, used } = prescriptions;
  return (
    <p className={styles.counts}>
      {active + used === 0 ? (
        <span>Aucune ordonnance</span>
      ) : (
        <span>{`Ordonnances : ${active} en attente, ${countOf(used, 'utilisée')}`}</span>
      )}
      {payments.pending === 0 ? null : <span>{`${countOf(payments.pending, 'paiement')} en cours`}</span>}
      {payments.review === 0 ? null : (
        <Anchor component={Link} to={{ search: '?tab=payments' }} className={styles.link ?? ''}>
          {`${countOf(payments.review, 'paiement')} à regarder`}
        </Anchor>
      )}
    </p>
  );
}

/** The customer who calls, once their whole telephone is typed into the search. */
function FoundCaller({ searched }: { searched: string }) {
  const phone = normalizePhone(searched);
  const { data: caller } = useCaller(phone);
  return caller ? <CallerCard caller={caller} /> : null;
}

// What reads a prescription comes with it.
const OpenSupervisedOrder = lazyWithRetry(
  () => import('./SupervisedOrder.tsx').then((module) => module.OpenSupervisedOrder),
  { rows: 5, height: 64 },
);

type Props = {
  /** Every existing courier; undefined until loaded. */
  deliveryPeople: readonly Pick<Person, '_id' | 'name'>[] | undefined;
  /** Rows of the payments to look at. */
  payments: ReactNode;
  slots: DigitizingSlots;
};

/** « Gestion des commandes »: all orders and their assignment. */
export function Supervision({ deliveryPeople = [], payments, slots }: Props) {
  useEffect(OpenSupervisedOrder.preload, []);
  return (
    <OrderBoard
      reader="supervisor"
      first={{
        label: 'À faire',
        query: toDo,
        count: (latest) => latest?.work && countUpTo(latest.work.todo + latest.work.review),
        rows: (latest) => (latest?.work?.review ? payments : null),
      }}
      more={(latest) =>
        latest?.work?.review
          ? [
              {
                label: 'Paiements',
                icon: <IconCash size={16} stroke={2} aria-hidden="true" />,
                isCurrent: false,
                link: { to: { search: '?tab=payments' } },
                count: countUpTo(latest.work.review),
              },
            ]
          : []
      }
      figures={(latest, linkTo) =>
        latest?.work?.late ? (
          <Link className={styles.late} {...linkTo({ ...orderFilters.none, late: 'true' })}>
            {`${countUpTo(latest.work.late)} en retard`}
          </Link>
        ) : null
      }
      found={({ q }) => <FoundCaller searched={q} />}
      download={(query) => (
        <DownloadButton
          className={styles.download ?? ''}
          what="les commandes de la liste"
          name="commandes"
          read={() => fetchOrderFile(query)}
          visibleFrom="sm"
        />
      )}
      headings={headings}
      columns={columns}
      tablet={tablet}
      cells={(order) => <OrderCells order={order} />}
      action={(order) => (order.allowedActions.includes('end') ? <EndButton order={order} /> : null)}
      badge={({ problem, cancelRequest, state }) => {
        const isToDecide = state === 'pending' && cancelRequest?.declined === null;
        if (!problem && !isToDecide) return null;
        return (
          <>
            <StateBadge tone="red" icon={IconAlertTriangle} label={problem ? 'Bloquée' : 'À annuler ?'} />
            <OrderStateBadge state={state} reader="supervisor" />
          </>
        );
      }}
      nameOfDeliveryPerson={(id) => deliveryPeople.find((person) => person._id === id)?.name}
      filter={({ deliveryPerson }, change) => (
        <SelectField
          label="Livreur"
          value={deliveryPerson}
          onChange={(id) => change({ deliveryPerson: id })}
          options={[
            { value: '', label: 'Tous les livreurs' },
            ...deliveryPeople.map(({ _id, name }) => ({ value: _id, label: name })),
            // Not loaded or deleted: the filter remains visible.
            ...(deliveryPerson === '' || deliveryPeople.some(({ _id }) => _id === deliveryPerson)
              ? []
              : [{ value: deliveryPerson, label: 'Autre livreur' }]),
          ]}
        />
      )}
      detail={(id, onClose) => <OpenSupervisedOrder id={id} onClose={onClose} slots={slots} />}
      empty={
        <EmptyState title="Rien à faire pour l’instant">
          Les commandes des clients arrivent ici d’elles-mêmes. Vous leur assignez alors une pharmacie, puis
          un livreur.
        </EmptyState>
      }
    />
  );
}

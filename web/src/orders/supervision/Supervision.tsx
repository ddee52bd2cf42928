import type { Person } from '@amasin/domain/users/user.ts';
import { IconAlertTriangle, IconCash } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { countUpTo } from '../../lib/format.ts';
import { OrderStateBadge, StateBadge } from '../../ui/badges.tsx';
import { DownloadButton } from '../../ui/download.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { SelectField } from '../../ui/filters.tsx';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { OrderBoard } from '../browsing/OrderBoard.tsx';
import type { DigitizingSlots } from '../digitizing/slots.ts';
import { orderFilters } from '../filtering/order-filters.ts';
import { toDo } from '../to-do.ts';
import { fetchOrderFile } from './api.ts';
import { FoundCaller } from './caller/FoundCaller.tsx';
import { EndButton } from './EndButton.tsx';
import { columns, headings, OrderCells, tablet } from './OrderCells.tsx';
import styles from './supervision.module.css';

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

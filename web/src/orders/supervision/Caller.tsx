import type { Caller } from '@amasin/domain/orders/caller.ts';
import { orderProblemLabels } from '@amasin/domain/orders/reasons.ts';
import { normalizePhone } from '@amasin/domain/users/phone-number.ts';
import { Anchor, Button } from '@mantine/core';
import { useId } from 'react';
import { Link } from 'react-router';
import { countOf } from '../../lib/format.ts';
import { lazyDialog } from '../../ui/lazy.tsx';
import { OrderStateBadge } from '../../ui/OrderStateBadge.tsx';
import { DateTime, PhoneLink } from '../../ui/text.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import { OrderLink } from '../board.tsx';
import { useCaller } from './api.ts';
import styles from './Caller.module.css';

const LostPhoneDialog = lazyDialog(() =>
  import('./LostPhoneDialog.tsx').then((module) => module.LostPhoneDialog),
);

/** The customer who calls, once their whole telephone is typed into the search. */
export function FoundCaller({ searched }: { searched: string }) {
  const phone = normalizePhone(searched);
  const { data: caller } = useCaller(phone);
  return caller ? <CallerCard caller={caller} /> : null;
}

/** The customer on the telephone, with all that the supervisor needs to answer them. */
function CallerCard({ caller }: { caller: Caller }) {
  const { name, phone, problem } = caller;
  const id = useId();
  const lost = useDialogUrl('numero-perdu');
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.person}>
        <h2 id={id} className={styles.name}>
          {name}
        </h2>
        <PhoneLink phone={phone} name={name} />
        <span className={styles.quiet}>{placeOf(caller)}</span>
        <Button variant="default" size="xs" className={styles.link ?? ''} onClick={() => lost.open()}>
          Numéro perdu
        </Button>
      </div>
      <LostPhoneDialog caller={caller} opened={lost.opened} onClose={lost.close} />
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
  if (total === 0) return <p className={styles.quiet}>Aucune commande</p>;
  return (
    <div className={styles.orders}>
      <span>{`${countOf(total, 'commande')}${total > latest.length ? ', les dernières :' : ' :'}`}</span>
      <ul className={styles.latest}>
        {latest.map(({ _id, number, state, date }) => (
          <li key={_id} className={styles.order}>
            <OrderLink id={_id} className={styles.link}>
              {number}
            </OrderLink>
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

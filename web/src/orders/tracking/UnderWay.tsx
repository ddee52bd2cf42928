import { formatClock, formatMoney } from '@amasin/domain/contract/format.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { isLate, nextStep, underWay } from '@amasin/domain/orders/expected.ts';
import {
  type OrderState,
  orderStateLabel,
  stepsDone,
  trackingSteps,
} from '@amasin/domain/orders/lifecycle.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { Button, Paper, Title, VisuallyHidden } from '@mantine/core';
import {
  type Icon,
  IconCheck,
  IconClipboardCheck,
  IconHome,
  IconMotorbike,
  IconPackage,
  IconPhone,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../lib/call.ts';
import { contact } from '../../lib/contact.ts';
import { formatDay, formatMoment, telephoneUrl } from '../../lib/format.ts';
import { keys } from '../../lib/keys.ts';
import { useNow } from '../../lib/use-now.ts';
import { OrderStateBadge } from '../../ui/OrderStateBadge.tsx';
import styles from './UnderWay.module.css';

const icons: Readonly<Record<(typeof trackingSteps)[number]['key'], Icon>> = {
  received: IconClipboardCheck,
  preparation: IconPackage,
  delivery: IconMotorbike,
  delivered: IconHome,
};

/** The four steps of an order; those up to the current state are done, and the present one is named. */
export function Progress({ state }: { state: OrderState }) {
  const done = stepsDone(state);
  const [first] = useState(state);
  return (
    <ol
      className={styles.steps}
      aria-label="Avancement de la commande"
      data-moved={state !== first || undefined}
    >
      {trackingSteps.map(({ key, label }, index) => {
        const isDone = index < done;
        const isPresent = index === done - 1 && done < trackingSteps.length;
        // Earlier steps have a check mark; the current step keeps its icon.
        const Glyph = index < done - 1 ? IconCheck : icons[key];
        return (
          <li
            key={key}
            className={styles.step}
            data-done={isDone || undefined}
            aria-current={index === done - 1 ? 'step' : undefined}
          >
            <span className={styles.mark}>
              <Glyph size={22} stroke={1.75} aria-hidden="true" />
            </span>
            <span className={styles.label}>
              <span>{label}</span>
              {isPresent ? (
                // The word of the badge, so that the two never disagree.
                <span className={styles.present}>{` ${orderStateLabel(state, 'customer')}`}</span>
              ) : (
                <VisuallyHidden className={styles.hidden}>{isDone ? ' (fait)' : ' (à venir)'}</VisuallyHidden>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** The usual minutes until a photographed prescription is read; null while unknown. */
function useReadingTime(isWanted: boolean): number | null {
  const { data } = useQuery({
    queryKey: keys.orders.of('readingTime'),
    queryFn: ({ signal }) => call(orderEndpoints.readReadingTime, {}, { signal }),
    enabled: isWanted,
    staleTime: 5 * 60_000,
  });
  return data?.minutes ?? null;
}

/** Says what happens next with an order, when it is expected, and whom to call; nothing once it is delivered. */
export function NextStep({ order }: { order: Order }) {
  const isUnread = order.state === 'pre-treatment' && order.itemsCount === 0;
  const late = isLate(order, useNow());
  const sentence = nextStep(order, useReadingTime(isUnread), late);
  // The figure that is loaded later is not a change of the order.
  const step = nextStep(order, null, late);
  const [first] = useState(step);
  if (sentence === null) return null;
  return (
    <div className={styles.next}>
      {step === first ? null : <span key={step} className={styles.moved} aria-hidden="true" />}
      <span className={styles.sentence} role="status">
        {sentence}
      </span>
      <HandoverCode order={order} />
      <Expected order={order} />
      <Call order={order} />
    </div>
  );
}

/** The code that she gives to the courier; read aloud digit by digit. */
function HandoverCode({ order: { handoverCode } }: { order: Order }) {
  if (!handoverCode) return null;
  return (
    <p className={styles.code}>
      <span>Code à donner au livreur, à la remise</span>
      <strong className={styles.digits} translate="no" aria-hidden="true">
        {handoverCode}
      </strong>
      <VisuallyHidden>{[...handoverCode].join(' ')}</VisuallyHidden>
    </p>
  );
}

function Expected({ order }: { order: Order }) {
  const now = useNow();
  if (order.expectedAt === null) return null;
  const at = new Date(order.expectedAt);
  const isToday = formatDay(at, now) === formatDay(now, now);
  const time = isToday ? formatClock(at) : formatMoment(at, now);
  const late = isLate(order, now);
  return (
    <span className={styles.expected} role="status" data-late={late || undefined}>
      {late
        ? `En retard : prévue ${isToday ? 'à ' : ''}${time}. Nous suivons votre commande de près.`
        : `Prévue ${isToday ? 'vers ' : ''}${time}`}
    </span>
  );
}

/** Calls the courier of the order, else its pharmacy, else us. */
function Call({ order: { deliveryPerson, pharmacy } }: { order: Order }) {
  const person = deliveryPerson ?? pharmacy;
  const label =
    person === null
      ? 'Appeler Amasin'
      : person === deliveryPerson
        ? `Appeler ${person.name}, votre livreur`
        : `Appeler ${person.name}`;
  const url = telephoneUrl(person === null ? contact.phone : (person.phone ?? ''));
  return url === null ? null : (
    <Button
      component="a"
      href={url}
      variant="subtle"
      className={styles.call}
      classNames={{ label: styles.callLabel }}
      leftSection={<IconPhone size={20} stroke={1.75} aria-hidden="true" />}
    >
      {label}
    </Button>
  );
}

/** All others are in the list below. */
const SHOWN = 2;

/** The customer's orders that are not delivered yet, the most urgent first; nothing without any. */
export function UnderWay({ orders }: { orders: readonly Order[] }) {
  const shown = underWay(orders).slice(0, SHOWN);
  if (shown.length === 0) return null;
  return (
    <section className={styles.orders} aria-label="En cours">
      {shown.map((order) => (
        <UnderWayCard key={order._id} order={order} />
      ))}
    </section>
  );
}

function UnderWayCard({ order }: { order: Order }) {
  const isPayable = order.allowedActions.includes('pay') && order.totalAmount !== null;
  return (
    <Paper component="article" className={styles.card} withBorder aria-label={`Commande ${order.number}`}>
      <header className={styles.head}>
        <Title order={2} size="h4">
          {order.number}
        </Title>
        <OrderStateBadge state={order.state} reader="customer" />
      </header>
      <NextStep order={order} />
      <Button
        component={Link}
        to={`/tracking?order=${order._id}`}
        fullWidth
        {...(isPayable ? { color: 'soleil' } : { variant: 'default' })}
        aria-label={
          isPayable
            ? `Payer ${formatMoney(order.totalAmount ?? 0)}, commande ${order.number}`
            : `Suivre la commande ${order.number}`
        }
      >
        {isPayable ? `Payer ${formatMoney(order.totalAmount ?? 0)}` : 'Suivre la commande'}
      </Button>
      <Progress state={order.state} />
    </Paper>
  );
}

import { formatClock } from '@amasin/domain/contract/format.ts';
import { isLate, nextStep } from '@amasin/domain/orders/expected.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { useState } from 'react';
import { contact } from '../../../lib/contact.ts';
import { formatDay, formatMoment, telephoneUrl } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import styles from './NextStep.module.css';
import { useReadingTime } from './reading-time.ts';

/** What happens next with an order, when it is expected, and whom to call; nothing once it is delivered. */
export function NextStep({ order }: { order: Order }) {
  const isUnread = order.state === 'pre-treatment' && order.itemsCount === 0;
  const sentence = nextStep(order, useReadingTime(isUnread));
  // The figure that is loaded later is not a change of the order.
  const step = nextStep(order, null);
  const [first] = useState(step);
  if (sentence === null) return null;
  return (
    <div className={styles.next}>
      {step === first ? null : <span key={step} className={styles.moved} aria-hidden="true" />}
      <span className={styles.sentence} role="status">
        {sentence}
      </span>
      <Expected order={order} />
      <Call order={order} />
    </div>
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

/** Who brings the order, else who prepares it, else us. */
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

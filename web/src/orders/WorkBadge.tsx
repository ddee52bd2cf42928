import { formatNumber } from '@amasin/domain/contract/format.ts';
import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { countOf } from '../lib/format.ts';
import { useSession } from '../session/session-context.ts';
import { CountBadge } from '../ui/badges.tsx';
import { type OrdersInList, toDoFirst, useOrders } from './api.ts';
import { queueStart, readingOf } from './digitizing/queue.tsx';

/** How many orders wait for this member of staff. It shares the request of their list without filters. */
export function WorkBadge() {
  const { user } = useSession();
  return user === null ? null : <BadgeOf type={user.type} />;
}

function BadgeOf({ type }: { type: UserType }) {
  const list = useOrders(type === 'agent' ? queueStart : toDoFirst);
  const count = waitingIn(list, type);
  if (count === 0) return null;
  // A supervisor also has payments to look at.
  const waiting = list.latest?.work
    ? `${formatNumber(count)} à faire`
    : `${countOf(count, 'commande')} en attente`;
  return <CountBadge count={count} label={`, ${waiting}`} />;
}

function waitingIn({ latest, rows }: OrdersInList, type: UserType): number {
  if (latest === undefined) return 0;
  if (type === 'agent') return rows.filter((order) => readingOf(order) === 'to-read').length;
  const { counts, work, toPrepare } = latest;
  if (work !== undefined) return work.todo + work.review;
  return toPrepare ?? counts.pending + (type === 'deliveryPerson' ? counts.delivering : 0);
}

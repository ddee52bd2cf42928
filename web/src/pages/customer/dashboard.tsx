import { underWay } from '@amasin/domain/orders/expected.ts';
import { Button } from '@mantine/core';
import { IconShoppingBag } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../lib/api-error.ts';
import { LastOrder, RecentOrders, useLatestOrders } from '../../orders/history/RecentOrders.tsx';
import { WaitingOrders } from '../../orders/ordering/WaitingOrders.tsx';
import { UnderWay } from '../../orders/tracking/UnderWay.tsx';
import { OngoingPayments } from '../../payments/OngoingPayments.tsx';
import { useSession } from '../../session/session-context.ts';
import { useCustomerStats } from '../../stats/api.ts';
import { CustomerStats } from '../../stats/CustomerStats.tsx';
import { EmptyState, ListSkeleton } from '../../ui/feedback.tsx';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { PageTitle } from '../../ui/text.tsx';

// Lazy: few people have something left to take, or have received what is recalled, and its dialog is heavy.
const loadReminders = () => import('../../orders/tracking/AfterPayment.tsx');
const Rests = lazyWithRetry(() => loadReminders().then(({ reminders }) => reminders.Rests));
const ReceivedRecalls = lazyWithRetry(() =>
  loadReminders().then(({ reminders }) => reminders.ReceivedRecalls),
);

export const meta = () => [{ title: 'Tableau de bord · Amasin' }];

export default function Dashboard() {
  const { user } = useSession();
  const stats = useCustomerStats();
  const latest = useLatestOrders();
  const orders = latest.rows;
  // Until it is known which orders are under way, nothing is shown that their cards would push down.
  const isWaiting = latest.isPending && latest.failureReason === null && latest.fetchStatus !== 'paused';
  // Once for all: the parts that appear ask again for what failed, which makes it pending again.
  const [isKnown, setKnown] = useState(false);
  if (!isWaiting && !isKnown) setKnown(true);
  return (
    <>
      <PageTitle
        title={`Bonjour ${user?.name ?? ''}`}
        action={
          <Button
            component={Link}
            to="/order"
            size="md"
            {...(underWay(orders).length > 0 ? { variant: 'default' } : { color: 'soleil' })}
            leftSection={<IconShoppingBag size={20} aria-hidden="true" />}
          >
            Commander
          </Button>
        }
      />
      <ReceivedRecalls />
      {user === null ? null : <WaitingOrders personId={user._id} />}
      {!isKnown && isWaiting ? (
        <ListSkeleton rows={6} height={120} />
      ) : (
        <>
          <UnderWay orders={orders} />
          <OngoingPayments />
          <LastOrder orders={orders} />
          <RecentOrders
            empty={
              <EmptyState
                title="Vous n’avez pas encore de commande"
                action={
                  <Button component={Link} to="/order" variant="light">
                    Commander
                  </Button>
                }
              >
                Choisissez vos médicaments : une pharmacie les prépare, un livreur vous les apporte.
              </EmptyState>
            }
          />
          {orders.length === 0 ? null : <Rests />}
          <CustomerStats
            figures={stats.data}
            problem={
              stats.failureReason !== null && stats.data === undefined
                ? messageOf(stats.failureReason, 'Erreur lors du chargement des données')
                : null
            }
            onRetry={() => void stats.refetch()}
          />
        </>
      )}
    </>
  );
}

import { formatClock } from '@amasin/domain/contract/format.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconPrinter } from '@tabler/icons-react';
import { Notice } from '../../ui/Notice.tsx';
import { useMarkReady } from './api.ts';
import { PackageLabel } from './PackageLabel.tsx';
import styles from './preparing.module.css';

type Props = { order: Order; onReady: () => void };

/** « Prête », which its courier and the supervisors see, and the label to print. */
export function Ready({ order, onReady }: Props) {
  const mark = useMarkReady(order._id, onReady);
  const { readyAt, allowedActions, deliveryPerson } = order;
  return (
    <div className={styles.ready}>
      {readyAt === null ? null : (
        <Notice
          tone="teal"
          icon={IconCircleCheck}
          role="status"
          title={`Prête depuis ${formatClock(new Date(readyAt))}`}
        >
          <span>
            {deliveryPerson === null ? 'Elle attend un livreur.' : `${deliveryPerson.name} est prévenu.`}
          </span>
        </Notice>
      )}
      {allowedActions.includes('mark-ready') ? (
        <Button
          color="soleil"
          size="lg"
          fullWidth
          leftSection={<IconCircleCheck size={24} aria-hidden="true" />}
          loading={mark.isPending}
          onClick={() => mark.mutate(true)}
        >
          Prête
        </Button>
      ) : null}
      <Button
        variant="default"
        fullWidth
        classNames={{ label: styles.readyLabel ?? '' }}
        leftSection={<IconPrinter size={20} aria-hidden="true" />}
        onClick={() => window.print()}
      >
        Imprimer l’étiquette
      </Button>
      {allowedActions.includes('mark-not-ready') ? (
        <Button variant="subtle" fullWidth loading={mark.isPending} onClick={() => mark.mutate(false)}>
          Pas encore prête
        </Button>
      ) : null}
      <PackageLabel order={order} />
    </div>
  );
}

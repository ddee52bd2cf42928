import { formatClock } from '@amasin/domain/contract/format.ts';
import { MINUTE_MS } from '@amasin/domain/contract/time.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { Button, Text } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { formatMinutes } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { Notice } from '../../ui/Notice.tsx';

type Props = {
  order: Order;
  /** He has called the customer from this card. */
  hasCalled: boolean;
  onWait: () => void;
  onUnreachable: () => void;
};

/** At the door: a clock that the courier starts, and « injoignable » once he has called and waited long enough (rule 51). */
export function Waiting({ order, hasCalled, onWait, onUnreachable }: Props) {
  const now = useNow();
  const { waiting, allowedActions, problem } = order;
  if (allowedActions.includes('start-waiting'))
    return (
      <Button
        variant="default"
        fullWidth
        leftSection={<IconHourglass size={20} aria-hidden="true" />}
        onClick={onWait}
      >
        J’attends devant la porte
      </Button>
    );
  if (!waiting || waiting.since === null || !allowedActions.includes('report-problem')) return null;
  const { since, minutes } = waiting;
  const waited = Math.max(Math.floor((now.getTime() - Date.parse(since)) / MINUTE_MS), 0);
  const left = minutes - waited;
  return (
    <Notice tone="amber" icon={IconHourglass} title={`J’attends depuis ${formatClock(new Date(since))}`}>
      {problem ? null : left > 0 ? (
        <span>{`Encore ${formatMinutes(left)}. ${hasCalled ? 'Restez joignable.' : 'Appelez aussi le client.'}`}</span>
      ) : hasCalled ? (
        <Button variant="default" fullWidth onClick={onUnreachable}>
          Client injoignable
        </Button>
      ) : (
        <Text size="sm">Vous avez attendu assez longtemps. Appelez encore une fois le client.</Text>
      )}
    </Notice>
  );
}

import type { UserType } from '@amasin/domain/users/user-type.ts';
import { Button, Text } from '@mantine/core';
import { messageOf } from '../../lib/api/api-error.ts';
import { ListSkeleton } from '../../ui/feedback/ListSkeleton.tsx';
import { DateTime } from '../../ui/text/DateTime.tsx';
import { useTimeline } from '../api.ts';
import styles from './Timeline.module.css';
import { describeActor, describeEvent } from './timeline-words.ts';

type Props = { orderId: string; reader: UserType };

/** What happened to the order, the latest first. */
export function Timeline({ orderId, reader }: Props) {
  const timeline = useTimeline(orderId);
  if (timeline.data === undefined) {
    const isPaused = timeline.fetchStatus === 'paused';
    if (!timeline.isError && !isPaused) return <ListSkeleton rows={3} height={40} />;
    return (
      <Text role="alert" size="xs">
        {messageOf(timeline.error, 'Erreur lors du chargement des données')}{' '}
        <Button variant="subtle" onClick={() => void timeline.refetch()} loading={timeline.isFetching}>
          Réessayer
        </Button>
      </Text>
    );
  }
  return (
    <ol className={styles.timeline} reversed>
      {timeline.data.toReversed().map((line) => (
        <li key={`${line.at} ${line.action} ${line.to}`} className={styles.event}>
          <span className={styles.what}>{describeEvent(line, reader)}</span>
          <span className={styles.who}>
            {describeActor(line.actor)} · <DateTime at={line.at} absolute />
          </span>
        </li>
      ))}
    </ol>
  );
}

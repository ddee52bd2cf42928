import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { messageOf } from '../../lib/api-error.ts';
import { ListSkeleton, RetryLine } from '../../ui/feedback.tsx';
import { DateTime } from '../../ui/text.tsx';
import { useTimeline } from '../api.ts';
import styles from './Timeline.module.css';
import { describeActor, describeEvent } from './timeline-text.ts';

type Props = { orderId: string; reader: UserType };

/** What happened to the order, the latest first. */
export function Timeline({ orderId, reader }: Props) {
  const timeline = useTimeline(orderId);
  if (timeline.data === undefined) {
    const isPaused = timeline.fetchStatus === 'paused';
    if (timeline.failureReason === null && !isPaused) return <ListSkeleton rows={3} height={40} />;
    return (
      <RetryLine
        problem={messageOf(timeline.failureReason, 'Erreur lors du chargement des données')}
        onRetry={timeline.refetch}
      />
    );
  }
  return (
    <ol className={styles.timeline} reversed>
      {timeline.data.toReversed().map((line) => (
        <li key={`${line.at} ${line.action} ${line.to}`} className={styles.event}>
          <span className={styles.what}>{describeEvent(line, reader)}</span>
          <span className={styles.who}>
            <span>{`${describeActor(line.actor)} ·`}</span> <DateTime at={line.at} absolute />
          </span>
        </li>
      ))}
    </ol>
  );
}

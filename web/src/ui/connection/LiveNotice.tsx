import { formatClock } from '@amasin/domain/contract/format.ts';
import styles from './LiveNotice.module.css';
import { useInterruption } from './use-interruption.ts';

/** Shows since when live updates are interrupted. */
export function LiveNotice() {
  const since = useInterruption();
  return (
    <div role="status" className={styles.place}>
      {since === null ? null : (
        <p
          className={styles.notice}
        >{`Mise à jour en direct interrompue depuis ${formatClock(new Date(since))}.`}</p>
      )}
    </div>
  );
}

import { formatMoment, formatRecent } from '../../lib/format/moment.ts';
import { useNow } from './use-now.ts';

type Props = {
  /** ISO 8601. */
  at: string;
  /** The full date for recent times too. */
  absolute?: boolean;
};

/** « Il y a 5 min » below a day, « ven. 20 nov. à 14 h 05 » from then on; the full date in the tooltip. */
export function DateTime({ at, absolute = false }: Props) {
  const now = useNow();
  const moment = new Date(at);
  const full = formatMoment(moment, now);
  return (
    <time dateTime={at} title={full}>
      {absolute ? full : formatRecent(moment, now)}
    </time>
  );
}

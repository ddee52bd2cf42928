import { IconClockPause } from '@tabler/icons-react';
import { Notice } from './Notice.tsx';

/** After a restore, until the operator resumes (rule 43). */
export function MoneyWaits({ what }: { what: string }) {
  return (
    <Notice
      tone="amber"
      icon={IconClockPause}
      title="L’argent attend"
    >{`La base vient d’une sauvegarde : les ${what} attendent que l’exploitant les laisse repartir. Ce que vous décidez est gardé.`}</Notice>
  );
}

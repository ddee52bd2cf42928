import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import styles from './FilterFold.module.css';

type Props = {
  label: string;
  /** The search field, always visible. */
  search: ReactNode;
  /** Number of other active filters. */
  on: number;
  children: ReactNode;
};

/** Search and filters; on a phone the filters are collapsed behind a button with the number of active ones. */
export function FilterFold({ label, search, on, children }: Props) {
  const [shown, setShown] = useState(on > 0);
  const id = useId();
  return (
    <form className={styles.fold} aria-label={label} onSubmit={(event) => event.preventDefault()}>
      <div className={styles.search}>{search}</div>
      <Button
        className={styles.toggle}
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={20} aria-hidden="true" />}
        onClick={() => setShown(!shown)}
        aria-expanded={shown}
        aria-controls={id}
      >
        {on === 0 ? 'Filtres' : `Filtres (${on})`}
      </Button>
      <div id={id} className={styles.filters} data-shown={shown || undefined}>
        {children}
      </div>
    </form>
  );
}

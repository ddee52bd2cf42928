import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import styles from './FilterFold.module.css';

type Props = {
  label: string;
  /** Filters that are always visible: `FilterLinks`. */
  chips?: ReactNode;
  search: ReactNode;
  /** Number of active filters among the collapsed ones. */
  on?: number;
  /** Collapsed filters. */
  children?: ReactNode;
  /** `ListAction`. */
  action?: ReactNode;
};

/** One line above a list: filters as chips, search, and the other filters behind a button with the number of active ones. */
export function FilterFold({ label, chips, search, on = 0, children, action }: Props) {
  const [shown, setShown] = useState(on > 0);
  const id = useId();
  return (
    <form className={styles.line} aria-label={label} onSubmit={(event) => event.preventDefault()}>
      {chips ? (
        <div className={styles.chips} data-scrolls>
          {chips}
        </div>
      ) : null}
      <div className={styles.rest}>
        <div className={styles.search}>{search}</div>
        {children ? (
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
        ) : null}
        {action}
      </div>
      {children ? (
        <div id={id} className={styles.filters} data-shown={shown || undefined}>
          {children}
        </div>
      ) : null}
    </form>
  );
}

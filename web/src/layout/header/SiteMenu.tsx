import { IconMenu2, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { CurrentPageLink } from './CurrentPageLink.tsx';
import styles from './SiteMenu.module.css';

type Place = { readonly to: string; readonly label: string };

const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;

/** The header's links on a phone. A native disclosure, which can be opened before hydration. */
export function SiteMenu({ places }: { places: readonly Place[] }) {
  const { key } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);

  // Closes after a navigation; stays open when it was opened before hydration.
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) setOpen(details.current?.open ?? false);
    else close(details.current);
    shown.current = key;
  }, [key]);

  useEffect(() => {
    if (!isOpen) return;
    const leave = ({ target }: PointerEvent) => {
      if (target instanceof Node && !details.current?.contains(target)) close(details.current);
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [isOpen]);

  const onKeyDown = ({ key: pressed }: KeyboardEvent) => {
    if (pressed !== 'Escape' || !isOpen) return;
    close(details.current);
    details.current?.querySelector('summary')?.focus();
  };

  return (
    <details
      ref={details}
      className={styles.menu}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onKeyDown={onKeyDown}
    >
      <summary className={styles.button} aria-label="Menu">
        {isOpen ? <IconX {...icon} /> : <IconMenu2 {...icon} />}
      </summary>
      <nav className={styles.panel} aria-label="Menu du site">
        <ul className={styles.list}>
          {places.map(({ to, label }) => (
            <li key={to}>
              <CurrentPageLink to={to} className={styles.place}>
                {label}
              </CurrentPageLink>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}

function close(details: HTMLDetailsElement | null): void {
  if (details !== null) details.open = false;
}

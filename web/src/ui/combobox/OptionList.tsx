import { type CSSProperties, type ReactNode, useRef } from 'react';
import styles from './combobox.module.css';
import type { SearchOption } from './search-option.ts';
import { useVisibleRoom } from './use-visible-room.ts';

type Props = {
  id: string;
  listId: string;
  label: string;
  options: readonly SearchOption[];
  active: number;
  onHover: (index: number) => void;
  onPick: (key: string) => void;
  /** Shown instead of the list. */
  children: ReactNode;
};

// The focus stays in the field: the keyboard moves `active`, which `aria-activedescendant` names to screen readers.
export function OptionList({ id, listId, label, options, active, onHover, onPick, children }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const room = useVisibleRoom(list, options.length > 0);
  return (
    <div className={styles.place}>
      {children ? (
        <div className={styles.note} role="status" onMouseDown={(event) => event.preventDefault()}>
          {children}
        </div>
      ) : null}
      <div
        ref={list}
        style={{ '--room': room && `${room}px` } as CSSProperties}
        id={listId}
        role="listbox"
        aria-label={label}
        className={styles.list}
        hidden={options.length === 0}
        tabIndex={-1}
        onMouseDown={(event) => event.preventDefault()}
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles keys and keeps the focus
          <div
            key={option.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            className={styles.option}
            onMouseMove={() => onHover(index)}
            onClick={() => onPick(option.key)}
          >
            <span className={styles.text}>
              <span className={styles.label}>{option.label}</span>
              {option.detail ? <span className={styles.detail}>{option.detail}</span> : null}
            </span>
            {option.aside ? <span className={styles.aside}>{option.aside}</span> : null}
          </div>
        ))}
      </div>
    </div>
  );
}

import { formatNumber } from '@amasin/domain/contract/format.ts';
import { Button, InputBase, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconChevronDown, IconPlus, IconSearch } from '@tabler/icons-react';
import {
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Link, type LinkProps, useLocation } from 'react-router';
import styles from './filters.module.css';
import { isTaken } from './use-row-keys.ts';

/** State of a navigation after which the search field of the list has the focus. */
export const focusSearch = { focusSearch: true };

const asksForSearch = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'focusSearch' in state;

const PAUSE_MS = 300;

type Props = {
  label: string;
  placeholder?: string;
  value: string;
  onSearch: (text: string) => void;
  maxLength?: number;
  onKeyDown?: (event: ReactKeyboardEvent) => void;
};

/** Searches after a pause in typing. The `/` key focuses it. */
export function SearchField(props: Props) {
  const { label, placeholder, value, onSearch, maxLength = 100, onKeyDown } = props;
  const [text, setText] = useState(value);
  const reported = useRef(value);
  const input = useRef<HTMLInputElement>(null);
  const report = useDebouncedCallback((typed: string) => {
    reported.current = typed;
    onSearch(typed);
  }, PAUSE_MS);

  // Changed from outside: « Tout effacer », or the browser's back button.
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setText(value);
  }, [value]);

  const { state } = useLocation();
  useEffect(() => {
    if (asksForSearch(state)) input.current?.focus();
  }, [state]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTaken(event)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  return (
    <TextInput
      ref={input}
      aria-label={label}
      placeholder={placeholder ?? label}
      type="search"
      inputMode="search"
      enterKeyHint="search"
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={18} aria-hidden="true" />}
      maxLength={maxLength}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        report(currentTarget.value);
      }}
      onKeyDown={onKeyDown}
    />
  );
}

type SelectFieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
};

/** A filter as a native select: light, and best on a phone. */
export function SelectField({ label, value, onChange, options }: SelectFieldProps) {
  return (
    <InputBase
      component="select"
      label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      rightSection={<IconChevronDown size={18} aria-hidden="true" />}
      rightSectionPointerEvents="none"
      pointer
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </InputBase>
  );
}

type FilterFoldProps = {
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
export function FilterFold({ label, chips, search, on = 0, children, action }: FilterFoldProps) {
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

type ListActionProps = {
  label: string;
  /** The one next thing to do on this page. */
  isMain?: boolean;
  onClick: () => void;
};

/** Adds to a list, at the end of its line; on a phone only its icon is visible. */
export function ListAction({ label, isMain = false, onClick }: ListActionProps) {
  return (
    <Button
      className={styles.action}
      {...(isMain && { color: 'soleil' })}
      leftSection={<IconPlus size={20} aria-hidden="true" />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

export type FilterLink = {
  label: string;
  icon?: ReactNode;
  isCurrent: boolean;
  link: Pick<LinkProps, 'to' | 'replace' | 'preventScrollReset'>;
  /** Number of matching rows; a dash while it is unknown. */
  count?: number | string | undefined;
};

type FilterLinksProps = {
  label: string;
  /** On one line, which its container scrolls. */
  oneLine?: boolean;
  /** On one line, each figure above its label. */
  cards?: boolean;
  options: readonly FilterLink[];
};

/** A filter with few options, each a link. */
export function FilterLinks({ label: name, oneLine = false, cards = false, options }: FilterLinksProps) {
  return (
    <nav
      className={styles.links}
      aria-label={name}
      data-line={oneLine || cards || undefined}
      data-cards={cards || undefined}
    >
      {options.map(({ label, icon, isCurrent, link, count }) => (
        <Link key={label} {...link} className={styles.link} aria-current={isCurrent ? 'true' : undefined}>
          <span className={styles.label}>
            {icon}
            <span>{label}</span>
          </span>{' '}
          {count === undefined ? null : (
            <span className={styles.count}>{typeof count === 'number' ? formatNumber(count) : count}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}

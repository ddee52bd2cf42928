import { CloseButton, TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import styles from './combobox.module.css';
import { scrollUp, useVisibleRoom } from './use-visible-room.ts';

type SearchOption = {
  key: string;
  label: string;
  /** A second line, in grey. */
  detail?: ReactNode;
  /** On the right: a price. */
  aside?: ReactNode;
};

type Input = {
  options: readonly SearchOption[];
  opened: boolean;
  /** The active option of a new list; -1 for none. */
  first: 0 | -1;
  setOpen: (open: boolean) => void;
  pick: (key: string) => void;
};

/** Arrows move through the list and wrap around, Enter picks, Escape closes. */
function useListKeys({ options, opened, first, setOpen, pick }: Input) {
  const [index, setActive] = useState<number>(first);
  const active = Math.min(index, options.length - 1);

  const best = options[0]?.key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list changes
  useEffect(() => setActive(first), [best, options.length, first]);

  const move = (field: HTMLElement, step: number) => {
    if (options.length === 0) return;
    const next =
      active === -1 && step < 0 ? options.length - 1 : (active + step + options.length) % options.length;
    setActive(next);
    const listId = field.getAttribute('aria-controls') ?? '';
    document.getElementById(listId)?.children[next]?.scrollIntoView({ block: 'nearest' });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (opened) move(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1);
      else setOpen(true);
    } else if (event.key === 'Enter') {
      // Enter picks the option and does not submit the form.
      event.preventDefault();
      const option = options[active];
      if (opened && option !== undefined) pick(option.key);
    } else if (event.key === 'Escape' && opened) {
      event.preventDefault();
      setOpen(false);
    }
  };

  return { active, setActive, onKeyDown };
}

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
function OptionList({ id, listId, label, options, active, onHover, onPick, children }: Props) {
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

type SearchComboboxProps = {
  label: string;
  description?: string;
  placeholder?: string;
  error?: ReactNode;
  text: string;
  onTextChange: (text: string) => void;
  options: readonly SearchOption[];
  onPick: (key: string) => void;
  /** Read by screen readers, and shown when there is no option: « 5 résultats », « Aucun résultat ». */
  status: ReactNode;
  /** Whether there is a list or a status to show. */
  canOpen: boolean;
  onLeave?: () => void;
  onEnter?: () => void;
  ref?: Ref<HTMLInputElement>;
};

/**
 * A text field with suggestions (WAI-ARIA combobox with a listbox). The list is in the page, not in a floating layer: on a
 * phone it scrolls with the field.
 */
export function SearchCombobox(props: SearchComboboxProps) {
  const { label, description, placeholder, error, text, onTextChange, options, onPick, status, canOpen } =
    props;
  const [open, setOpen] = useState(false);
  // Enter picks the first option, but only after something was typed.
  const [typed, setTyped] = useState(false);
  const id = useId();
  const listId = `${id}-list`;
  const fieldId = `${id}-field`;
  const opened = open && canOpen;
  const pick = (key: string) => {
    setOpen(false);
    onPick(key);
  };
  const { active, setActive, onKeyDown } = useListKeys({
    options,
    opened,
    first: typed ? 0 : -1,
    setOpen,
    pick,
  });
  const shown = opened && options.length > 0;
  const activeOption = shown ? options[active] : undefined;

  return (
    <div>
      <TextInput
        {...(props.ref === undefined ? {} : { ref: props.ref })}
        id={fieldId}
        label={label}
        description={description}
        placeholder={placeholder}
        error={error}
        value={text}
        onChange={(event) => {
          setOpen(true);
          setTyped(true);
          if (!typed) scrollUp(event.currentTarget);
          onTextChange(event.currentTarget.value);
        }}
        onFocus={(event) => {
          props.onEnter?.();
          event.currentTarget.select();
          setTyped(false);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onBlur={() => {
          setOpen(false);
          props.onLeave?.();
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={listId}
        {...(activeOption === undefined ? {} : { 'aria-activedescendant': `${id}-${active}` })}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        leftSection={<IconSearch size={20} stroke={1.75} aria-hidden="true" />}
        rightSection={
          text === '' ? null : (
            <CloseButton
              aria-label="Effacer la recherche"
              // Keeps the focus in the field, and the phone's keyboard open.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                onTextChange('');
                document.getElementById(fieldId)?.focus();
              }}
            />
          )
        }
        rightSectionWidth={44}
      />
      <OptionList
        id={id}
        listId={listId}
        label={label}
        options={shown ? options : []}
        active={active}
        onHover={setActive}
        onPick={pick}
      >
        {opened && options.length === 0 ? status : null}
      </OptionList>
      <VisuallyHidden role="status">{opened && options.length > 0 ? status : null}</VisuallyHidden>
    </div>
  );
}

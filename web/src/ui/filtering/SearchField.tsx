import { TextInput } from '@mantine/core';
import { useDebouncedCallback, useMergedRef } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent as Pressed, type Ref, useEffect, useRef, useState } from 'react';

const PAUSE_MS = 300;

type Props = {
  label: string;
  placeholder?: string;
  value: string;
  onSearch: (text: string) => void;
  maxLength?: number;
  inputRef?: Ref<HTMLInputElement>;
  onKeyDown?: (event: Pressed) => void;
};

/** Searches once the typing pauses; what is typed never waits for the list. `/` leads here. */
export function SearchField(props: Props) {
  const { label, placeholder, value, onSearch, maxLength = 100, inputRef = null, onKeyDown } = props;
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const input = useRef<HTMLInputElement>(null);
  const ref = useMergedRef(input, inputRef);
  const ask = useDebouncedCallback((typed: string) => {
    asked.current = typed;
    onSearch(typed);
  }, PAUSE_MS);

  // Changed from elsewhere: « Tout effacer », or the browser's back button.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const writes =
        event.target instanceof Element && event.target.closest('input, textarea, select, [role=dialog]');
      if (event.key !== '/' || writes) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  return (
    <TextInput
      ref={ref}
      label={label}
      {...(placeholder === undefined ? {} : { placeholder })}
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
        ask(currentTarget.value);
      }}
      onKeyDown={onKeyDown}
    />
  );
}

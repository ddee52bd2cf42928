import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent as Pressed, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { isTaken } from '../../../lib/keys/is-taken.ts';
import { asksForSearch } from './focus-search.ts';

const PAUSE_MS = 300;

type Props = {
  label: string;
  placeholder?: string;
  value: string;
  onSearch: (text: string) => void;
  maxLength?: number;
  onKeyDown?: (event: Pressed) => void;
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

import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';

const PAUSE_MS = 300;

type Props = {
  value: string;
  onSearch: (text: string) => void;
  inputRef: Ref<HTMLInputElement>;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** Searches once the typing pauses; what is typed never waits for the list. */
export function SearchField({ value, onSearch, inputRef, onKeyDown }: Props) {
  const [text, setText] = useState(value);
  const asked = useRef(value);
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

  return (
    <TextInput
      ref={inputRef}
      label="Chercher un patient"
      type="search"
      inputMode="search"
      enterKeyHint="search"
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={18} aria-hidden="true" />}
      maxLength={100}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        ask(currentTarget.value);
      }}
      onKeyDown={onKeyDown}
    />
  );
}

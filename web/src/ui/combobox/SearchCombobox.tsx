import { CloseButton, TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, type Ref, useId, useState } from 'react';
import { OptionList } from './OptionList.tsx';
import type { SearchOption } from './search-option.ts';
import { useListKeys } from './use-list-keys.ts';

type Props = {
  label: string;
  description?: string;
  placeholder?: string;
  error?: ReactNode;
  /** What stands in the field. */
  text: string;
  onTextChange: (text: string) => void;
  options: readonly SearchOption[];
  onPick: (key: string) => void;
  /** Read out, and shown where there is no option: « 5 résultats », « Aucun résultat ». */
  status: ReactNode;
  /** Whether there is anything to open: a list, or a status in its place. */
  canOpen: boolean;
  onLeave?: () => void;
  onEnter?: () => void;
  ref?: Ref<HTMLInputElement>;
};

/**
 * A field with suggestions below it, for keyboard, finger and screen reader (WAI-ARIA combobox with a listbox). The list
 * stays in the page rather than in a floating layer: on a phone it scrolls with the field.
 */
export function SearchCombobox(props: Props) {
  const { label, description, placeholder, error, text, onTextChange, options, onPick, status, canOpen } =
    props;
  const [wanted, setWanted] = useState(false);
  // Enter picks the best answer to what was typed, but nothing for somebody who only passes by.
  const [typed, setTyped] = useState(false);
  const id = useId();
  const listId = `${id}-list`;
  const fieldId = `${id}-field`;
  const opened = wanted && canOpen;
  const pick = (key: string) => {
    setWanted(false);
    onPick(key);
  };
  const { active, setActive, onKeyDown } = useListKeys({
    options,
    opened,
    first: typed ? 0 : -1,
    setWanted,
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
          setWanted(true);
          setTyped(true);
          if (!typed) bringUp(event.currentTarget);
          onTextChange(event.currentTarget.value);
        }}
        onFocus={(event) => {
          props.onEnter?.();
          event.currentTarget.select();
          setTyped(false);
          setWanted(true);
        }}
        onClick={() => setWanted(true)}
        onBlur={() => {
          setWanted(false);
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
              // The field keeps the focus, and the phone its keyboard.
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

/** On a phone the keyboard hides the lower half: the field goes up, and its list has room. */
function bringUp(field: HTMLElement): void {
  if (window.matchMedia('(max-width: 47.99em)').matches) field.scrollIntoView({ block: 'start' });
}

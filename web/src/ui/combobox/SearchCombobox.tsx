import { CloseButton, TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, type Ref, useId, useState } from 'react';
import { OptionList } from './OptionList.tsx';
import type { SearchOption } from './search-option.ts';
import { useListKeys } from './use-list-keys.ts';
import { scrollUp } from './use-visible-room.ts';

type Props = {
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
export function SearchCombobox(props: Props) {
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

import { Autocomplete } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import styles from './combobox.module.css';

type Props = {
  label: string;
  /** Name for screen readers: the label, and what it is about. */
  name: string;
  value: string;
  maxLength: number;
  suggestions: readonly string[];
  onChange: (text: string) => void;
  /** Called after a suggestion is picked, and on Enter without one. */
  onNext: () => void;
};

/** A text field that offers usual texts; any other text is accepted. Enter never submits the surrounding form. */
export function SuggestedField({ label, name, value, maxLength, suggestions, onChange, onNext }: Props) {
  const typed = value.trim().toLowerCase();
  // A picked text must not hide the others.
  const shown = suggestions.includes(value)
    ? suggestions
    : suggestions.filter((text) => text.toLowerCase().includes(typed));
  return (
    <Autocomplete
      label={label}
      aria-label={name}
      value={value}
      maxLength={maxLength}
      data={[...shown]}
      filter={({ options }) => options}
      onChange={onChange}
      onOptionSubmit={onNext}
      onKeyDown={(event) => {
        // Ctrl + Enter is the form's.
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        if (!event.currentTarget.hasAttribute('aria-activedescendant')) onNext();
      }}
      // A field that has the focus without being asked for must not cover what is below it.
      openOnFocus={false}
      autoComplete="off"
      enterKeyHint="next"
      withScrollArea={false}
      // Above the field where the phone's keyboard leaves no room below.
      floatingHeight="viewport"
      classNames={{ dropdown: `${styles.dropdown}`, option: `${styles.suggestion}` }}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
}

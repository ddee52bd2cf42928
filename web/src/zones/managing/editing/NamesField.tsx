import { hasSector } from '@amasin/domain/zones/sectors.ts';
import { Button, TextInput, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { countOf } from '../../../lib/format.ts';
import styles from '../zones.module.css';

type Props = {
  /** The field of the zone. */
  path: string;
  label: string;
  /** What one is called, in the masculine, and several. */
  noun: readonly [one: string, several: string];
  placeholder: string;
  description?: string;
  names: readonly string[];
  onChange: (names: string[]) => void;
  /** Typed but not added yet; it is sent with the others. */
  text: string;
  onText: (text: string) => void;
  error?: ReactNode;
};

/** Sectors or other names of a zone, without duplicates: Enter adds the typed one, a click removes one. */
export function NamesField(props: Props) {
  const { path, label, noun, placeholder, description, names, onChange, text, onText, error } = props;
  const [one, several] = noun;
  const [twice, setTwice] = useState(false);
  const [said, setSaid] = useState('');
  const field = useRef<HTMLInputElement>(null);

  const add = () => {
    const name = text.trim();
    field.current?.focus();
    if (name === '') return;
    if (hasSector(names, name)) {
      setTwice(true);
      return;
    }
    onChange([...names, name]);
    onText('');
    setSaid(`${name} : ajouté.`);
  };
  const remove = (name: string) => {
    onChange(names.filter((other) => other !== name));
    setSaid(`${name} : retiré.`);
    field.current?.focus();
  };

  return (
    <div>
      <div className={styles.adding}>
        <TextInput
          ref={field}
          className={styles.addingField}
          data-path={path}
          label={label}
          description={description}
          placeholder={placeholder}
          autoComplete="off"
          enterKeyHint="enter"
          maxLength={120}
          value={text}
          error={twice ? `Ce ${one} est déjà dans la liste` : error}
          onChange={({ currentTarget }) => {
            onText(currentTarget.value);
            setTwice(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button
          className={styles.addingButton}
          variant="light"
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          onClick={add}
          aria-label={`Ajouter ce ${one}`}
        >
          Ajouter
        </Button>
      </div>
      <p className={styles.added}>
        {names.length === 0 ? `Aucun ${one} pour l’instant.` : countOf(names.length, one, several)}
      </p>
      {names.length === 0 ? null : (
        <ul className={styles.sectors} aria-label={`${label} de la zone`}>
          {names.map((name) => (
            <li key={name}>
              <button
                type="button"
                className={styles.sectorButton}
                onClick={() => remove(name)}
                aria-label={`Retirer ${name}`}
              >
                <span>{name}</span>
                <IconX size={16} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  );
}

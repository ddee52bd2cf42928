import { hasSector } from '@amasin/domain/zones/sectors.ts';
import { Button, TextInput, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { countOf } from '../../../lib/format/money.ts';
import styles from '../zones.module.css';

type Props = {
  sectors: readonly string[];
  onChange: (sectors: string[]) => void;
  /** Typed but not added yet; it is sent with the others. */
  text: string;
  onText: (text: string) => void;
  error?: ReactNode;
};

/** The sectors of a zone, without duplicates: Enter adds the typed one, a click removes one. */
export function SectorsField({ sectors, onChange, text, onText, error }: Props) {
  const [twice, setTwice] = useState(false);
  const [said, setSaid] = useState('');
  const field = useRef<HTMLInputElement>(null);

  const add = () => {
    const sector = text.trim();
    field.current?.focus();
    if (sector === '') return;
    if (hasSector(sectors, sector)) {
      setTwice(true);
      return;
    }
    onChange([...sectors, sector]);
    onText('');
    setSaid(`${sector} : ajouté.`);
  };
  const remove = (sector: string) => {
    onChange(sectors.filter((other) => other !== sector));
    setSaid(`${sector} : retiré.`);
    field.current?.focus();
  };

  return (
    <div>
      <div className={styles.adding}>
        <TextInput
          ref={field}
          className={styles.addingField}
          data-path="sectors"
          label="Quartiers"
          placeholder="Cadjèhoun"
          autoComplete="off"
          enterKeyHint="enter"
          maxLength={120}
          value={text}
          error={twice ? 'Ce quartier est déjà dans la liste' : error}
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
          aria-label="Ajouter ce quartier"
        >
          Ajouter
        </Button>
      </div>
      <p className={styles.added}>
        {sectors.length === 0 ? 'Aucun quartier pour l’instant.' : countOf(sectors.length, 'quartier')}
      </p>
      {sectors.length === 0 ? null : (
        <ul className={styles.sectors} aria-label="Quartiers de la zone">
          {sectors.map((sector) => (
            <li key={sector}>
              <button
                type="button"
                className={styles.sectorButton}
                onClick={() => remove(sector)}
                aria-label={`Retirer ${sector}`}
              >
                {sector}
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

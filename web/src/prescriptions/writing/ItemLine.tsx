import { formatMoney } from '@amasin/domain/contract/format.ts';
import { medicationFormLabels } from '@amasin/domain/medications/form.ts';
import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { Money } from '../../ui/text.tsx';
import { InstructionFields } from './InstructionFields.tsx';
import styles from './ItemsEditor.module.css';
import { QuantityField } from './QuantityField.tsx';
import { type WrittenLine, writeQuantity, wrongQuantity } from './written-line.ts';
import '@mantine/core/styles/ActionIcon.layer.css';

type Props = {
  line: WrittenLine;
  /** The server's error for this line. */
  error: string | undefined;
  onChange: (line: WrittenLine) => void;
  onRemove: () => void;
  /** Called when the line is complete. */
  onDone: () => void;
};

export function ItemLine({ line, error, onChange, onRemove, onDone }: Props) {
  const { label, form, price, quantity, typed, waits } = line;
  const priced = price > 0;
  const id = useId();
  const wrong = wrongQuantity(line) ?? error;
  return (
    <li className={styles.line} data-wrong={wrong ? true : undefined}>
      <div className={styles.name}>
        <span className={styles.medicine} translate="no">
          {label}
        </span>
        <span className={styles.about}>
          {[
            form === null ? null : medicationFormLabels[form],
            priced ? `${formatMoney(price)} l’unité` : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {priced ? null : (
          <span className={styles.dropped}>
            {waits ? 'Prix à vérifier avant le paiement' : 'Sans prix : cette ligne ne sera pas retenue'}
          </span>
        )}
        {wrong ? (
          <span id={id} className={styles.wrong} role="alert">
            {wrong}
          </span>
        ) : null}
      </div>
      <ActionIcon
        className={styles.remove}
        variant="subtle"
        color="gray"
        onClick={onRemove}
        aria-label={`Retirer ${label}`}
        title="Retirer"
      >
        <IconTrash size={20} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      <QuantityField
        label={label}
        quantity={quantity}
        typed={typed}
        problemId={wrong ? id : undefined}
        onType={(text) => onChange(writeQuantity(line, text))}
      />
      <span className={styles.amount}>
        {priced && typed === undefined ? <Money amount={price * quantity} /> : <span>–</span>}
      </span>
      <InstructionFields line={line} onChange={onChange} onDone={onDone} />
    </li>
  );
}

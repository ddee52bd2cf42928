import {
  DURATION_MAX,
  POSOLOGY_MAX,
  usualDurations,
  usualPosologies,
} from '@amasin/domain/medications/usual-instructions.ts';
import { useRef } from 'react';
import { SuggestedField } from '../../ui/SuggestedField.tsx';
import styles from './ItemsEditor.module.css';
import type { WrittenLine } from './written-line.ts';

type Props = {
  line: WrittenLine;
  onChange: (line: WrittenLine) => void;
  /** Called on Enter in the last field. */
  onDone: () => void;
};

/** How to take a medicine and for how long. Enter goes from one to the other, then on. */
export function InstructionFields({ line, onChange, onDone }: Props) {
  const { label, form, posology = '', duration = '' } = line;
  const fields = useRef<HTMLDivElement>(null);
  return (
    <div ref={fields} className={styles.instructions}>
      <SuggestedField
        label="Posologie"
        name={`Posologie : ${label}`}
        value={posology}
        maxLength={POSOLOGY_MAX}
        suggestions={usualPosologies(form)}
        onChange={(text) => onChange({ ...line, posology: text })}
        onNext={() => fields.current?.querySelectorAll('input')[1]?.focus()}
      />
      <SuggestedField
        label="Durée"
        name={`Durée : ${label}`}
        value={duration}
        maxLength={DURATION_MAX}
        suggestions={usualDurations}
        onChange={(text) => onChange({ ...line, duration: text })}
        onNext={onDone}
      />
    </div>
  );
}

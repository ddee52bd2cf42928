import styles from './WritingForm.module.css';

type Props = {
  byCode: boolean;
  /** The code so far, or null for lines. */
  onChange: (code: string | null) => void;
};

/** Whether the medicines are written here, or a prescription that exists is attached. */
export function WayChoice({ byCode, onChange }: Props) {
  return (
    <fieldset className={styles.ways}>
      <legend className={styles.legend}>Comment traiter cette ordonnance ?</legend>
      <Way label="Saisir les médicaments" checked={!byCode} onChoose={() => onChange(null)} />
      <Way label="J’ai un code" checked={byCode} onChoose={() => onChange('')} />
    </fieldset>
  );
}

function Way({ label, checked, onChoose }: { label: string; checked: boolean; onChoose: () => void }) {
  return (
    <label className={styles.way}>
      <input type="radio" name="way" className={styles.radio} checked={checked} onChange={onChoose} />
      {label}
    </label>
  );
}

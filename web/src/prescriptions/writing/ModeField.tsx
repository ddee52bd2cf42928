import styles from './WritingForm.module.css';

type Props = {
  byCode: boolean;
  /** The code typed so far, or null to write lines. */
  onChange: (code: string | null) => void;
};

/** Selects whether to write the medicines, or to attach an existing prescription. */
export function ModeField({ byCode, onChange }: Props) {
  return (
    <fieldset className={styles.ways}>
      <legend className={styles.legend}>Comment traiter cette ordonnance ?</legend>
      <Mode label="Saisir les médicaments" checked={!byCode} onSelect={() => onChange(null)} />
      <Mode label="J’ai un code" checked={byCode} onSelect={() => onChange('')} />
    </fieldset>
  );
}

function Mode({ label, checked, onSelect }: { label: string; checked: boolean; onSelect: () => void }) {
  return (
    <label className={styles.way}>
      <input type="radio" name="way" className={styles.radio} checked={checked} onChange={onSelect} />
      <span>{label}</span>
    </label>
  );
}

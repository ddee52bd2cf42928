import { medicationFormLabels } from '@amasin/domain/medications/form.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import { Button } from '@mantine/core';
import { IconCheck, IconFileText, IconHelpCircle, IconPencil, IconTrash } from '@tabler/icons-react';
import { StateBadge } from '../../ui/badge/StateBadge.tsx';
import { DateTime } from '../../ui/text/DateTime.tsx';
import { Money } from '../../ui/text/Money.tsx';
import styles from './managing.module.css';

export type MedicationActions = {
  onApprove: (medication: Medication) => void;
  onEdit: (medication: Medication) => void;
  onDelete: (medication: Medication) => void;
  /** The one that is being approved now. */
  busy: string | null;
};

/** On a desk these two are known by their icon. */
const glyph = { root: styles.glyph, label: styles.glyphWord, section: styles.glyphIcon };
const icon = { size: 18, 'aria-hidden': true } as const;

/** One medicine: a card on a phone, a row on a desk. */
export function MedicationRow({
  medication,
  actions,
}: {
  medication: Medication;
  actions: MedicationActions;
}) {
  const { label, form, price, requiresPrescription, reviewed, createdBy, createdAt } = medication;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <div className={styles.name}>{label}</div>
        {requiresPrescription || !reviewed ? (
          <div className={styles.badges}>
            {requiresPrescription ? (
              <StateBadge tone="violet" icon={IconFileText} label="Sur ordonnance" />
            ) : null}
            {reviewed ? null : <StateBadge tone="amber" icon={IconHelpCircle} label="À vérifier" />}
          </div>
        ) : null}
      </div>
      <div className={styles.form}>{medicationFormLabels[form]}</div>
      <div className={styles.price}>
        {price === 0 ? <span className={styles.unpriced}>Prix à fixer</span> : <Money amount={price} />}
      </div>
      <div className={styles.creator}>
        <span className={styles.fact}>Créé par </span>
        {createdBy ?? 'le catalogue de départ'}
      </div>
      <div className={styles.date}>
        <DateTime at={createdAt} absolute />
      </div>
      <div className={styles.actions}>
        {reviewed ? null : (
          <Button
            variant="light"
            leftSection={<IconCheck {...icon} />}
            onClick={() => actions.onApprove(medication)}
            loading={actions.busy === medication._id}
            aria-label={`Valider ${label}`}
          >
            Valider
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconPencil {...icon} />}
          onClick={() => actions.onEdit(medication)}
          aria-label={`Modifier ${label}`}
          title="Modifier"
          classNames={glyph}
        >
          Modifier
        </Button>
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash {...icon} />}
          onClick={() => actions.onDelete(medication)}
          aria-label={`Supprimer ${label}`}
          title="Supprimer"
          classNames={glyph}
        >
          Supprimer
        </Button>
      </div>
    </li>
  );
}

import { formatMoney } from '@amasin/domain/contract/format.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Notice } from '../../ui/Notice.tsx';
import styles from './WritingForm.module.css';

type Props = {
  /** Other items were saved since the draft was started. */
  isOutdated: boolean;
  newPrice: { before: number; now: number } | null;
  onKeep: () => void;
  onDiscard: () => void;
};

/** Warns of changes by others since the draft was started. */
export function WritingNotice({ isOutdated, newPrice, onKeep, onDiscard }: Props) {
  if (isOutdated)
    return (
      <Notice
        role="alert"
        tone="amber"
        icon={IconAlertTriangle}
        title="Cette ordonnance a été saisie entre-temps"
      >
        Voici votre saisie, qui est gardée. Elle peut remplacer ce qui est enregistré.
        <div className={styles.choices}>
          <Button variant="default" onClick={onDiscard}>
            Voir ce qui est enregistré
          </Button>
          <Button variant="default" onClick={onKeep}>
            Garder ma saisie
          </Button>
        </div>
      </Notice>
    );
  if (newPrice === null) return null;
  return (
    <Notice
      role="alert"
      tone="amber"
      icon={IconAlertTriangle}
      title="Les prix ont changé"
    >{`Médicaments : ${formatMoney(newPrice.now)} au lieu de ${formatMoney(newPrice.before)}. Vérifiez, puis enregistrez de nouveau.`}</Notice>
  );
}

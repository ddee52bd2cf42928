import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatMoney } from '../../lib/format/money.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import styles from './WritingForm.module.css';

type Props = {
  /** Something else has been saved since this was begun. */
  isBehind: boolean;
  newPrice: { before: number; now: number } | null;
  onKeep: () => void;
  onGiveUp: () => void;
};

/** What has changed elsewhere while this was being written. */
export function WritingNotice({ isBehind, newPrice, onKeep, onGiveUp }: Props) {
  if (isBehind)
    return (
      <Notice
        role="alert"
        tone="amber"
        icon={IconAlertTriangle}
        title="Cette ordonnance a été saisie entre-temps"
      >
        Voici votre saisie, qui est gardée. Elle peut remplacer ce qui est enregistré.
        <div className={styles.choices}>
          <Button variant="default" onClick={onGiveUp}>
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
    <Notice role="alert" tone="amber" icon={IconAlertTriangle} title="Les prix ont changé">
      Médicaments : {formatMoney(newPrice.now)} au lieu de {formatMoney(newPrice.before)}. Vérifiez, puis
      enregistrez de nouveau.
    </Notice>
  );
}

import { cardRefusalLabels } from '@amasin/domain/insurance/card-refusal.ts';
import type { InsuranceCard } from '@amasin/domain/insurance/insurance-card.ts';
import { Button, Paper, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StateBadge } from '../ui/badges.tsx';
import styles from './insurance.module.css';

type Props = {
  card: InsuranceCard;
  /** The button that opens the card's file. */
  fileLink: ReactNode;
  onEdit: () => void;
  onDelete: () => void;
};

export function CardSummary({ card, fileLink, onEdit, onDelete }: Props) {
  return (
    <Paper withBorder radius="lg" className={styles.card}>
      <div className={styles.head}>
        <div className={styles.text}>
          <Text fw={600} className={styles.name}>
            {card.label ?? 'Carte d’assurance'}
          </Text>
          <p className={styles.rate}>
            <strong>{`${card.taux} %`}</strong> <span>pris en charge</span>
          </p>
        </div>
        {card.verified ? (
          <StateBadge tone="teal" icon={IconCircleCheck} label="Vérifiée" />
        ) : (
          <StateBadge
            tone={card.refused === undefined ? 'amber' : 'red'}
            icon={IconAlertTriangle}
            label={card.refused === undefined ? 'À vérifier' : 'Non acceptée'}
          />
        )}
      </div>
      <Text size="xs" c="dimmed">
        {card.verified
          ? 'La remise s’applique à vos médicaments quand vous joignez la carte à une commande.'
          : card.refused === undefined
            ? 'Un pharmacien la vérifie lorsque vous la joignez à une commande. D’ici là, certaines commandes attendent cette vérification avant le paiement.'
            : `${cardRefusalLabels[card.refused]}. Changez sa photo ou son taux : elle sera vérifiée de nouveau.`}
      </Text>
      <div className={styles.actions}>
        {fileLink}
        <Button variant="default" leftSection={<IconPencil size={20} aria-hidden="true" />} onClick={onEdit}>
          Modifier
        </Button>
        <Button variant="default" leftSection={<IconTrash size={20} aria-hidden="true" />} onClick={onDelete}>
          Supprimer
        </Button>
      </div>
    </Paper>
  );
}

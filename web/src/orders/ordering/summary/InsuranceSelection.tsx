import { cardRefusalLabels } from '@amasin/domain/insurance/card-refusal.ts';
import type { InsuranceCard } from '@amasin/domain/insurance/insurance-card.ts';
import { Anchor, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconShieldPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { StateBadge } from '../../../ui/badges.tsx';
import { ListSkeleton } from '../../../ui/feedback.tsx';
import styles from './insurance.module.css';

export type InsuranceReading = {
  /** Null if the customer has none; undefined until loaded. */
  card: InsuranceCard | null | undefined;
  /** It could not be loaded. */
  failed: boolean;
  onRetry: () => void;
};

type Props = {
  reading: InsuranceReading;
  insured: boolean;
  error: string | undefined;
  onInsure: (insured: boolean) => void;
};

/** Whether to use the customer's insurance card; without a card, a link to add one. */
export function InsuranceSelection({ reading, insured, error, onInsure }: Props) {
  const { card, failed, onRetry } = reading;
  const errorId = useId();
  if (card === undefined) {
    if (!failed) return <ListSkeleton rows={1} height={44} />;
    return (
      <div className={styles.insurance} data-wrong={error === undefined ? undefined : true}>
        <Text size="xs" role="alert" c="var(--mantine-color-error)">
          Nous n’avons pas pu lire votre carte d’assurance.
        </Text>
        <Button variant="default" onClick={onRetry}>
          Réessayer
        </Button>
      </div>
    );
  }
  if (card === null) {
    return (
      <div className={styles.insurance}>
        {error === undefined ? null : (
          <Text size="xs" role="alert" c="var(--mantine-color-error)">
            {error}
          </Text>
        )}
        <Anchor component={Link} to="/profile?carte=1" className={styles.add}>
          <IconShieldPlus size={20} stroke={1.75} aria-hidden="true" />
          Ajouter une carte d’assurance
        </Anchor>
      </div>
    );
  }
  return (
    <div className={styles.insurance}>
      <label className={styles.choice}>
        <input
          className={styles.box}
          type="checkbox"
          checked={insured}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          onChange={(event) => onInsure(event.currentTarget.checked)}
        />
        <span>
          Utiliser mon assurance <span className={styles.rate}>{`(${card.taux} %)`}</span>
          {card.label === null ? null : <span className={styles.label}>{card.label}</span>}
        </span>
      </label>
      {error === undefined ? null : (
        <Text id={errorId} size="xs" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
      {insured && card.refused !== undefined ? (
        <Text size="xs" c="var(--mantine-color-error)">
          <span>{`${cardRefusalLabels[card.refused]}.`}</span>{' '}
          <Anchor component={Link} to="/profile?carte=1" size="xs">
            Modifier la carte
          </Anchor>
        </Text>
      ) : null}
      {insured && !card.verified && card.refused === undefined ? (
        <>
          <StateBadge tone="amber" icon={IconAlertTriangle} label="Assurance à vérifier" />
          <Text size="xs" c="dimmed">
            Un pharmacien vérifie votre carte.
          </Text>
        </>
      ) : null}
    </div>
  );
}

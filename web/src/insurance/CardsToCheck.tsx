import { cardRefusalLabels, cardRefusals } from '@amasin/domain/insurance/card-refusal.ts';
import type { CardToCheck } from '@amasin/domain/insurance/endpoints.ts';
import { Button, Paper, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { FileLink } from '../files/FileLink.tsx';
import { Decisions } from '../ui/Decisions.tsx';
import styles from '../ui/decisions.module.css';
import { ReasonDetails } from '../ui/ReasonDetails.tsx';
import { DateTime } from '../ui/text.tsx';
import { useCardsToCheck, useCheckCard } from './api.ts';

/** The insurance cards to check, those that orders wait for first (rules 35, 40). */
export function CardsToCheck() {
  return (
    <Decisions
      title="Cartes à vérifier"
      query={useCardsToCheck()}
      emptyTitle="Aucune carte à vérifier"
      emptyText="Une carte arrive ici la première fois qu’un client s’en sert."
      keyOf={({ _id, url }) => `${_id} ${url}`}
    >
      {(card) => <CheckCard card={card} />}
    </Decisions>
  );
}

function CheckCard({ card }: { card: CardToCheck }) {
  const { customer, label, taux, askedAt, orders } = card;
  const check = useCheckCard(card);
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      className={styles.card}
      aria-label={`Carte de ${customer}`}
    >
      <div>
        <Text fw={600}>{customer}</Text>
        <Text size="sm">
          <span>{`${label ?? 'Carte d’assurance'},`}</span> <strong>{`${taux}\u00a0%`}</strong>
        </Text>
        {orders.length === 0 ? null : (
          <Text size="sm" fw={500}>
            {`À vérifier avant le paiement de ${orders.join(', ')}`}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          Demandée&nbsp;: <DateTime at={askedAt} />
        </Text>
      </div>
      <div className={styles.buttons}>
        <FileLink
          fileKey={card.url}
          name="Carte d’assurance"
          label="Voir la carte"
          param={`carte-${card._id}`}
        />
        <Button
          leftSection={<IconShieldCheck size={20} aria-hidden="true" />}
          loading={check.isPending}
          onClick={() => check.mutate(null)}
        >
          Carte vérifiée
        </Button>
      </div>
      <ReasonDetails
        summary="Refuser la carte"
        reasons={cardRefusals}
        labels={cardRefusalLabels}
        pending={check.isPending}
        onChoose={(reason) => check.mutate(reason)}
      />
    </Paper>
  );
}

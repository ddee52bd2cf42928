import { cardRefusalLabels, cardRefusals } from '@amasin/domain/insurance/card-refusal.ts';
import type { CardToCheck } from '@amasin/domain/insurance/endpoints.ts';
import { Button, Paper, Text, Title } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from '../ui/decisions.module.css';
import { EmptyState, QueryState } from '../ui/feedback.tsx';
import { ReasonDetails } from '../ui/ReasonDetails.tsx';
import { DateTime } from '../ui/text.tsx';
import { useCardsToCheck, useCheckCard } from './api.ts';

type Props = {
  /** Renders a button that opens a file. The page provides it: `files` is another feature. */
  renderFileLink: (card: CardToCheck) => ReactNode;
};

/** The insurance cards to check, those that orders wait for first (rules 35, 40). */
export function CardsToCheck({ renderFileLink }: Props) {
  const query = useCardsToCheck();
  return (
    <section aria-labelledby="cartes-a-verifier" className={styles.section}>
      <Title order={2} size="h3" id="cartes-a-verifier">
        Cartes à vérifier
      </Title>
      {query.data === undefined ? <QueryState query={query} rows={1} height={160} /> : null}
      {query.data?.length === 0 ? (
        <EmptyState title="Aucune carte à vérifier" titleOrder={3}>
          Une carte arrive ici la première fois qu’un client s’en sert.
        </EmptyState>
      ) : null}
      <ul className={styles.list}>
        {query.data?.map((card) => (
          <li key={`${card._id} ${card.url}`}>
            <CheckCard card={card} fileLink={renderFileLink(card)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function CheckCard({ card, fileLink }: { card: CardToCheck; fileLink: ReactNode }) {
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
        {fileLink}
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

import { cardRefusalLabels, cardRefusals } from '@amasin/domain/insurance/card-refusal.ts';
import type { CardToCheck } from '@amasin/domain/insurance/endpoints.ts';
import { Button, Paper, Text, Title } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from '../../ui/card/decisions.module.css';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { QueryState } from '../../ui/feedback/QueryState.tsx';
import { ReasonDetails } from '../../ui/form/ReasonDetails.tsx';
import { DateTime } from '../../ui/text/DateTime.tsx';
import { useCardsToCheck, useCheckCard } from './api.ts';

type Props = {
  /** Renders a button that opens a file. The page provides it: `files` is another feature. */
  renderFileLink: (card: CardToCheck) => ReactNode;
};

/** The insurance cards whose customers wait to pay (rule 35). */
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
          Une carte arrive ici quand un client veut payer avec elle.
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
  const { customer, label, taux, askedAt } = card;
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
          {label ?? 'Carte d’assurance'}, <strong>{taux}&nbsp;%</strong>
        </Text>
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

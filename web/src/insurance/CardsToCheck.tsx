import { allowsRate } from '@amasin/domain/insurance/allowed-rate.ts';
import { cardRefusalLabels, cardRefusals } from '@amasin/domain/insurance/card-refusal.ts';
import type { CardToCheck } from '@amasin/domain/insurance/endpoints.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { Button, NativeSelect, Paper, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { FileLink } from '../files/FileLink.tsx';
import { Decisions } from '../ui/Decisions.tsx';
import styles from '../ui/decisions.module.css';
import { ReasonDetails } from '../ui/ReasonDetails.tsx';
import { DateTime } from '../ui/text.tsx';
import { useCardsToCheck, useCheckCard, useInsurers } from './api.ts';

const isNamedIn = (label: string | null, name: string) =>
  label !== null && searchText(label).includes(searchText(name));

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
  const insurers = useInsurers();
  const offered = (insurers.data ?? []).filter((one) => one.active && allowsRate(one, taux));
  const [chosen, setChosen] = useState<string | null>(null);
  // What the customer wrote on the card names its insurer, where it does.
  const insurer = chosen ?? offered.find(({ name }) => isNamedIn(label, name))?._id ?? '';
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
      <NativeSelect
        label="Assureur"
        description={`Ceux qui prennent en charge ${taux}\u00a0%.`}
        data={[
          { value: '', label: 'À préciser' },
          ...offered.map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
        value={insurer}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
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
          onClick={() => check.mutate({ refused: null, insurer: insurer || null })}
        >
          Carte vérifiée
        </Button>
      </div>
      <ReasonDetails
        summary="Refuser la carte"
        reasons={cardRefusals}
        labels={cardRefusalLabels}
        pending={check.isPending}
        onChoose={(refused) => check.mutate({ refused, insurer: null })}
      />
    </Paper>
  );
}

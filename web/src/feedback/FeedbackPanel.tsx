import { outcomeLabels, outcomes, shareOfWrong, wrongLabels } from '@amasin/domain/feedback/answer.ts';
import type { Feedback, FeedbackCounts } from '@amasin/domain/feedback/feedback.ts';
import { Button, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import decisions from '../ui/decisions.module.css';
import { EmptyState, QueryState } from '../ui/feedback.tsx';
import { FilterLinks } from '../ui/filters.tsx';
import { CountLine, ListState, MoreButton } from '../ui/listing.tsx';
import { ReasonDetails } from '../ui/ReasonDetails.tsx';
import { DateTime, PhoneLink } from '../ui/text.tsx';
import { useFeedbackCounts, useFeedbackList, useHandleFeedback } from './api.ts';
import styles from './feedback.module.css';

/** « Avis »: what was wrong with deliveries, each until a supervisor has dealt with it. */
export function FeedbackPanel() {
  const [search] = useSearchParams();
  const isHandled = search.get('avis') === 'traites';
  const list = useFeedbackList(isHandled);
  const linkTo = (avis: string) => {
    const params = new URLSearchParams(search);
    if (avis === '') params.delete('avis');
    else params.set('avis', avis);
    return { to: { search: `?${params}` }, replace: true, preventScrollReset: true };
  };
  return (
    <section className={decisions.section} aria-label="Avis des clients">
      <FilterLinks
        label="Avis"
        options={[
          { label: 'À traiter', isCurrent: !isHandled, link: linkTo('') },
          { label: 'Traités', isCurrent: isHandled, link: linkTo('traites') },
        ]}
      />
      <ListState
        list={list}
        rows={2}
        height={180}
        empty={
          <EmptyState title={isHandled ? 'Rien de traité encore' : 'Aucun avis à traiter'}>
            Un client dit ici ce qui n’allait pas à la livraison.
          </EmptyState>
        }
      >
        <CountLine list={list} noun="avis" shown={list.rows.length} />
        <ul className={decisions.list}>
          {list.rows.map((feedback) => (
            <li key={feedback._id}>
              <FeedbackCard feedback={feedback} />
            </li>
          ))}
        </ul>
        <MoreButton list={list} />
      </ListState>
    </section>
  );
}

function FeedbackCard({ feedback }: { feedback: Feedback }) {
  const { order, customer, pharmacy, deliveryPerson, zone, wrongs, note, answeredAt, handled } = feedback;
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      className={decisions.card}
      aria-label={`Avis sur ${order.number}`}
    >
      <div className={styles.words}>
        <Text fw={600}>
          <Link to={{ search: `?tab=orders&order=${order._id}` }}>{order.number}</Link>
        </Text>
        <Text fw={500}>{wrongs.map((wrong) => wrongLabels[wrong]).join(' · ')}</Text>
        {note === null ? null : <Text>{note}</Text>}
        <Text size="sm">
          <span>{customer.name}</span>{' '}
          {customer.phone === null ? null : <PhoneLink phone={customer.phone} name={customer.name} />}
        </Text>
        <Text size="sm" c="dimmed">
          {[pharmacy, deliveryPerson, zone].filter((name) => name !== null).join(' · ')}
        </Text>
        <Text size="sm" c="dimmed">
          <span>Reçu :</span> <DateTime at={answeredAt} />
        </Text>
      </div>
      {handled === null ? (
        <Handle feedback={feedback} />
      ) : (
        <Text size="sm">
          <span>{`${outcomeLabels[handled.outcome]}, par ${handled.by} :`}</span> <DateTime at={handled.at} />
          {handled.note === null ? null : <span>{` ${handled.note}`}</span>}
        </Text>
      )}
    </Paper>
  );
}

function Handle({ feedback: { _id: id, wrongs, note: said } }: { feedback: Feedback }) {
  const [note, setNote] = useState('');
  const handle = useHandleFeedback(id);
  return (
    <ReasonDetails
      summary="Noter comme traité"
      reasons={outcomes}
      labels={outcomeLabels}
      pending={handle.isPending}
      onChoose={(outcome) =>
        handle.mutate({ read: { wrongs, note: said }, outcome, note: note.trim() || null })
      }
    >
      <Textarea
        label="Note (facultatif, pas pour le client)"
        rows={2}
        maxLength={300}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </ReasonDetails>
  );
}

/** How many of the answers of 30 days said that something was wrong, by pharmacy, courier and zone. */
export function FeedbackFigures() {
  const query = useFeedbackCounts();
  const [isOpen, setOpen] = useState(false);
  if (query.data === undefined) return <QueryState query={query} rows={1} height={96} />;
  const { answers, wrong, pharmacies, deliveryPersons, zones } = query.data;
  return (
    <section className={decisions.section} aria-label="Avis des 30 derniers jours">
      <Title order={2} size="h3">
        Avis des 30 derniers jours
      </Title>
      <Text>
        {answers === 0
          ? 'Aucune réponse.'
          : `Quelque chose n’allait pas : ${shareOfWrong({ wrong, answers })}.`}
      </Text>
      {answers === 0 ? null : (
        <Button
          variant="subtle"
          className={styles.more}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Par pharmacie, livreur et zone
        </Button>
      )}
      {isOpen ? (
        <div className={styles.parts}>
          <Part title="Pharmacies" rows={pharmacies} />
          <Part title="Livreurs" rows={deliveryPersons} />
          <Part title="Zones" rows={zones} />
        </div>
      ) : null}
    </section>
  );
}

function Part({ title, rows }: { title: string; rows: FeedbackCounts['zones'] }) {
  return (
    <Stack gap={4}>
      <Title order={3} size="h4">
        {title}
      </Title>
      <dl className={styles.counts}>
        {rows.map((row) => (
          <div key={row._id}>
            <dt>{row.name}</dt>
            <dd>{shareOfWrong(row)}</dd>
          </div>
        ))}
      </dl>
    </Stack>
  );
}

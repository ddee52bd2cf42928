import { lotsInWords, type Recall, recallAdviceLabels } from '@amasin/domain/recalls/recall.ts';
import { Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { countOf } from '../lib/format.ts';
import { listOf } from '../lib/lists.ts';
import { StateBadge } from '../ui/badges.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { ListAction } from '../ui/filters.tsx';
import { lazyDialog } from '../ui/lazy.tsx';
import { ListState, StaleNotice } from '../ui/listing.tsx';
import { openedOf, useRowDialogs } from '../ui/RowDialogs.tsx';
import { ActionButton, Cell, Fact, Row, RowActions, RowName, Rows } from '../ui/rows.tsx';
import { useRecalls, useWrittenBatches } from './api.ts';
import { nameOf } from './words.ts';

const RecallDialogs = lazyDialog(() => import('./RecallDialogs.tsx').then((module) => module.RecallDialogs));

const FAILED = 'Erreur lors du chargement';

/** « Rappels »: medicines that were withdrawn, whom that concerns, and how many boxes have their lot written. */
export function RecallsPanel() {
  const recalls = useRecalls();
  const list = listOf(recalls, recalls.data);
  const row = useRowDialogs('recall');
  return (
    <Stack gap={32}>
      <Stack gap={12} component="section" aria-label="Rappels">
        <Group>
          <ListAction label="Nouveau rappel" onClick={row.add} />
        </Group>
        <StaleNotice list={list} />
        <ListState
          list={list}
          failed={FAILED}
          rows={3}
          height={88}
          empty={
            <EmptyState title="Aucun rappel" titleOrder={2}>
              Quand l’autorité retire un médicament, notez-le ici : il n’est plus commandé, et ceux qui l’ont
              reçu sont prévenus.
            </EmptyState>
          }
        >
          <Rows
            label="Rappels"
            list={list}
            headings={['Médicament', 'Clients', 'Pharmacies', { end: 'Actions' }]}
            columns="minmax(0, 1.6fr) minmax(0, 1fr) minmax(0, 1fr) minmax(0, 8rem)"
          >
            {list.rows.map((recall) => (
              <RecallRow key={recall._id} recall={recall} onOpen={() => row.edit(recall)} />
            ))}
          </Rows>
        </ListState>
      </Stack>
      <Written />
      <RecallDialogs rows={recalls.data} {...openedOf(row.dialogs)} />
    </Stack>
  );
}

function RecallRow({ recall, onOpen }: { recall: Recall; onOpen: () => void }) {
  const { lots, advice, lifted, customers, pharmacies, waiting } = recall;
  return (
    <Row>
      <Cell>
        <RowName below={`${lotsInWords(lots)} · ${recallAdviceLabels[advice]}`}>{nameOf(recall)}</RowName>
        {lifted === null ? (
          <StateBadge tone="red" icon={IconAlertTriangle} label="En cours" />
        ) : (
          <StateBadge tone="teal" icon={IconCheck} label="Levé" />
        )}
      </Cell>
      <Cell>
        <Fact label="Clients">
          <span>{`${customers.told} sur ${customers.all} prévenus`}</span>
        </Fact>
        <div>{`${customers.answered} ont répondu`}</div>
      </Cell>
      <Cell>
        <Fact label="Pharmacies">
          <span>{`${pharmacies.answered} sur ${pharmacies.told} ont répondu`}</span>
        </Fact>
        {waiting.length === 0 ? null : (
          <div>{countOf(waiting.length, 'commande attend', 'commandes attendent')}</div>
        )}
      </Cell>
      <RowActions>
        <ActionButton word="Ouvrir" name={nameOf(recall)} onClick={onOpen} />
      </RowActions>
    </Row>
  );
}

/** Without a lot, whoever received a box can only be told « peut-être ». */
function Written() {
  const written = useWrittenBatches();
  const list = listOf(written, written.data);
  return (
    <Stack gap={12} component="section" aria-labelledby="written">
      <Title order={2} id="written">
        Lots écrits
      </Title>
      <Text c="dimmed">
        Sur les médicaments préparés ces 30 derniers jours. Sans le lot, un rappel prévient aussi ceux qui ne
        sont pas concernés.
      </Text>
      <ListState
        list={list}
        failed={FAILED}
        rows={2}
        height={56}
        empty={
          <EmptyState title="Rien de préparé" titleOrder={3}>
            Les pharmacies arrivent ici avec leur première commande prête.
          </EmptyState>
        }
      >
        <Rows
          label="Lots écrits, par pharmacie"
          list={list}
          headings={['Pharmacie', { end: 'Lots écrits' }]}
          columns="minmax(0, 1fr) 12rem"
        >
          {list.rows.map(({ pharmacy, lines, written: count }) => (
            <Row key={pharmacy._id}>
              <Cell>
                <RowName>{pharmacy.name}</RowName>
              </Cell>
              <Cell end>
                <Fact label="Lots écrits">
                  <span>{`${count} sur ${lines} (${Math.round((100 * count) / lines)} %)`}</span>
                </Fact>
              </Cell>
            </Row>
          ))}
        </Rows>
      </ListState>
    </Stack>
  );
}

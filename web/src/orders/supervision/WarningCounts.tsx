import { warningEndpoints } from '@amasin/domain/warnings/endpoints.ts';
import { isNoise, warningLabels } from '@amasin/domain/warnings/warnings.ts';
import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { keys } from '../../lib/keys.ts';
import { listOf } from '../../lib/lists.ts';
import { EmptyState } from '../../ui/feedback.tsx';
import { ListState } from '../../ui/listing.tsx';
import { Cell, Fact, Row, RowName, Rows } from '../../ui/rows.tsx';

/** By rule, how often pharmacies were warned and passed over it. */
export function WarningCounts() {
  const query = useQuery({
    queryKey: keys.orders.of('warningCounts'),
    queryFn: ({ signal }) => call(warningEndpoints.countWarnings, {}, { signal }).then(({ rules }) => rules),
  });
  const list = listOf(query, query.data);
  return (
    <Stack gap={12} component="section" aria-labelledby="warnings">
      <Title order={2} size="h3" id="warnings">
        Alertes à la préparation
      </Title>
      <Text c="dimmed">
        Ces 90 derniers jours. Une alerte presque toujours passée outre n’est plus lue : demandez à
        l’exploitant du site de la désactiver.
      </Text>
      <ListState
        list={list}
        failed="Les alertes n’ont pas pu être comptées."
        rows={5}
        height={56}
        empty={<EmptyState title="Aucune alerte" titleOrder={3} />}
      >
        <Rows
          label="Alertes, par règle"
          list={list}
          headings={['Alerte', { end: 'Passé outre' }]}
          columns="minmax(0, 1fr) 20rem"
        >
          {list.rows.map((counted) => (
            <Row key={counted.rule}>
              <Cell>
                <RowName>{warningLabels[counted.rule]}</RowName>
              </Cell>
              <Cell end>
                <Fact label="Passé outre">
                  <span>{wordsOf(counted)}</span>
                </Fact>
              </Cell>
            </Row>
          ))}
        </Rows>
      </ListState>
    </Stack>
  );
}

function wordsOf(counted: Parameters<typeof isNoise>[0]): string {
  const { raised, seen, off } = counted;
  if (off) return 'Désactivée';
  if (raised === 0) return 'Jamais apparue';
  return isNoise(counted)
    ? `Passé outre ${seen} fois sur ${raised} : à désactiver ?`
    : `${seen} fois sur ${raised}`;
}

import { firstUpper } from '@amasin/domain/contract/format.ts';
import { medicationFormLabels } from '@amasin/domain/medications/form.ts';
import { describeSeen } from '@amasin/domain/stock/seen.ts';
import { Button, Group, Stack, Title } from '@mantine/core';
import { IconCurrentLocation, IconPackage } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ApiError } from '../lib/api-error.ts';
import { listOf } from '../lib/lists.ts';
import { useNow } from '../lib/use-now.ts';
import { PharmacyList } from '../pharmacies/PharmacyCard.tsx';
import { usePosition } from '../pharmacies/use-position.ts';
import { StateBadge } from '../ui/badges.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { CountLine, ListState } from '../ui/listing.tsx';
import { useStocked } from './api.ts';

type Props = {
  /** Of the medicine. */
  id: string;
  isSignedIn: boolean;
  /** Where another medicine is searched. */
  other: string;
};

/** The pharmacies whose recent list has a medicine, and when it was seen there. */
export function Stocked({ id, isSignedIn, other }: Props) {
  const { position, asking, ask } = usePosition();
  const now = useNow();
  const query = useStocked(id, position, isSignedIn);
  const list = listOf(query, query.data?.pharmacies, query.data?.total);
  const medication = query.data?.medication;
  const search = (
    <Button component={Link} to={other} variant="default">
      Un autre médicament
    </Button>
  );
  // It is not there, not ordered while it is recalled, or only for who is signed in.
  if (query.error instanceof ApiError && query.error.status === 404)
    return (
      <EmptyState title="Ce médicament n’est pas montré ici" pictogram="pharmacy" action={search}>
        {isSignedIn
          ? 'Il n’est plus au catalogue, ou ne se commande pas en ce moment.'
          : 'Il n’est plus au catalogue, ou il demande une ordonnance : connectez-vous pour voir qui l’a.'}
      </EmptyState>
    );
  return (
    <Stack gap={12}>
      {medication === undefined ? null : (
        <Title order={2} style={{ overflowWrap: 'anywhere' }}>
          {`${medication.label} (${medicationFormLabels[medication.form].toLowerCase()})`}
        </Title>
      )}
      <Group gap={8}>
        <Button
          variant={position.own ? 'light' : 'filled'}
          leftSection={<IconCurrentLocation size={20} aria-hidden="true" />}
          loading={asking}
          onClick={ask}
        >
          Près de moi
        </Button>
        {search}
      </Group>
      <CountLine list={list} noun="pharmacie" />
      <ListState
        list={list}
        rows={3}
        height={190}
        empty={
          <EmptyState title="Aucune pharmacie ne l’a dit" titleOrder={3} pictogram="pharmacy">
            Toutes ne donnent pas leur liste. Commandez : nous cherchons le médicament pour vous.
          </EmptyState>
        }
      >
        <PharmacyList
          pharmacies={list.rows}
          position={position}
          badgeOf={({ seenAt }) => (
            <StateBadge
              tone="sage"
              icon={IconPackage}
              label={firstUpper(describeSeen(new Date(seenAt), now))}
            />
          )}
        />
      </ListState>
    </Stack>
  );
}

import { houseEndpoints } from '@amasin/domain/house/endpoints.ts';
import type { HouseState } from '@amasin/domain/house/settings.ts';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';
import { QueryState } from '../ui/feedback.tsx';
import { HouseForm } from './HouseForm.tsx';

function useHouse() {
  return useQuery<HouseState>({
    queryKey: keys.settings.all,
    queryFn: ({ signal }) => call(houseEndpoints.readSettings, {}, { signal }),
  });
}

/** The form of the settings that a super administrator may change while the server runs (rule 47). */
export function HousePanel() {
  const house = useHouse();
  if (house.data === undefined) {
    return <QueryState query={house} message="Erreur lors du chargement des réglages" rows={4} height={96} />;
  }
  return (
    <Stack component="section" gap="md" maw={640} aria-label="Réglages de la maison">
      <HouseForm state={house.data} />
    </Stack>
  );
}

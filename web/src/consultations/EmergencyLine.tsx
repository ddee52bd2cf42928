import { Anchor, Text } from '@mantine/core';
import { useAvailability } from './api.ts';

/** The number shown until the server's is loaded: calls to it are free of charge on every mobile network. */
const USUAL_NUMBER = '112';

/** What to do in an emergency instead of waiting for a doctor. */
export function EmergencyLine() {
  const number = useAvailability().data?.emergencyNumber ?? USUAL_NUMBER;
  return (
    <Text size="xs" c="dimmed" m={0}>
      En cas d’urgence, appelez le{' '}
      <Anchor href={`tel:${number.replace(/[^\d+]/g, '')}`} inherit fw={600}>
        {number}
      </Anchor>{' '}
      ou allez aux urgences
    </Text>
  );
}

import type { ChatStatus } from '@amasin/domain/consultations/lifecycle.ts';
import { Anchor, Text } from '@mantine/core';
import { type Icon, IconCircleCheck, IconHourglass, IconMessageCircle } from '@tabler/icons-react';
import { StateBadge } from '../ui/badges.tsx';
import type { Tone } from '../ui/theme/palette.ts';
import { useAvailability } from './api.ts';

const looks: Readonly<Record<ChatStatus, { tone: Tone; icon: Icon; label: string }>> = {
  pending: { tone: 'amber', icon: IconHourglass, label: 'En attente' },
  active: { tone: 'teal', icon: IconMessageCircle, label: 'En cours' },
  completed: { tone: 'sage', icon: IconCircleCheck, label: 'Terminée' },
};

export const ChatStateBadge = ({ status }: { status: ChatStatus }) => <StateBadge {...looks[status]} />;

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

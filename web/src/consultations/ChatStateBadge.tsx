import type { ChatStatus } from '@amasin/domain/consultations/lifecycle.ts';
import { type Icon, IconCircleCheck, IconHourglass, IconMessageCircle } from '@tabler/icons-react';
import { StateBadge } from '../ui/badges.tsx';
import type { Tone } from '../ui/theme/palette.ts';

const looks: Readonly<Record<ChatStatus, { tone: Tone; icon: Icon; label: string }>> = {
  pending: { tone: 'amber', icon: IconHourglass, label: 'En attente' },
  active: { tone: 'teal', icon: IconMessageCircle, label: 'En cours' },
  completed: { tone: 'sage', icon: IconCircleCheck, label: 'Terminée' },
};

export const ChatStateBadge = ({ status }: { status: ChatStatus }) => <StateBadge {...looks[status]} />;

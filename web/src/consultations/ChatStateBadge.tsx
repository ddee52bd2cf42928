import { type ChatStatus, chatStatusLabels } from '@amasin/domain/consultations/lifecycle.ts';
import { type Icon, IconCircleCheck, IconHourglass, IconMessageCircle } from '@tabler/icons-react';
import { StateBadge } from '../ui/badges.tsx';
import type { Tone } from '../ui/theme/palette.ts';

const looks: Readonly<Record<ChatStatus, { tone: Tone; icon: Icon }>> = {
  pending: { tone: 'amber', icon: IconHourglass },
  active: { tone: 'teal', icon: IconMessageCircle },
  completed: { tone: 'sage', icon: IconCircleCheck },
};

export const ChatStateBadge = ({ status }: { status: ChatStatus }) => (
  <StateBadge {...looks[status]} label={chatStatusLabels[status]} />
);

import { IconCircleCheck, IconHourglass } from '@tabler/icons-react';
import { StateBadge } from '../../ui/badges.tsx';

/** « Utilisée » or « En attente ». */
export function UseBadge({ used }: { used: boolean }) {
  return used ? (
    <StateBadge tone="sage" icon={IconCircleCheck} label="Utilisée" />
  ) : (
    <StateBadge tone="amber" icon={IconHourglass} label="En attente" />
  );
}

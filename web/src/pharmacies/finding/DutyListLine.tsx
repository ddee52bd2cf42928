import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import type { DutyList } from '@amasin/domain/pharmacies/duty-list.ts';
import { isRecentList } from '@amasin/domain/pharmacies/recent-list.ts';
import { Text } from '@mantine/core';
import { formatDate } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';

/** How recent the known list of duty is. */
export function DutyListLine({ list }: { list: DutyList | null }) {
  const today = dayInBenin(useNow());
  return (
    <Text size="sm" c="dimmed">
      {describe(list, today)}
    </Text>
  );
}

function describe(list: DutyList | null, today: string): string {
  if (list === null) return 'Aucune liste de garde publiée n’est connue : appelez avant de vous déplacer.';
  const known = `${formatDate(list.date)}, ${list.source}`;
  if (isRecentList(list.date, today)) return `Liste de garde du ${known}`;
  return `Aucune liste de garde de moins de 7 jours n’est connue. La dernière est du ${known} : appelez avant de vous déplacer.`;
}

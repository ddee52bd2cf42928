import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import { expiresSoon } from '@amasin/domain/orders/batch.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { Text } from '@mantine/core';
import { formatDate } from '../../lib/format.ts';

/** What its pharmacy wrote of the boxes: « Sirop : lot AB12, périme le 12 janvier »; nothing when it wrote none. */
export function BoxLots({ order }: { order: Order }) {
  const today = dayInBenin(new Date());
  return (order.prescription?.items ?? []).map(({ medicationId, label, batch, expiresOn }) => {
    if (batch === undefined && expiresOn === undefined) return null;
    const isSoon = expiresOn !== undefined && expiresSoon(expiresOn, today);
    const written = [
      batch && `lot ${batch}`,
      expiresOn && `${isSoon ? 'périme le' : 'jusqu’au'} ${formatDate(expiresOn)} ${expiresOn.slice(0, 4)}`,
    ].filter(Boolean);
    return (
      <Text key={medicationId} size="sm" {...(isSoon ? { c: 'var(--tone-red-text)', fw: 600 } : {})}>
        {`${label} : ${written.join(', ')}`}
      </Text>
    );
  });
}

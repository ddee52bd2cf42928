import type { CommissionSplit } from '@amasin/domain/benefits/benefit.ts';
import { formatMoney } from '@amasin/domain/contract/format.ts';
import { Text } from '@mantine/core';

/** Why the commission of paid orders is more than the benefits of ended ones. */
export function CommissionNote({ split: { waiting, platform, partners, held } }: { split: CommissionSplit }) {
  const shared = platform + partners;
  const retained =
    held === 0 ? '' : `, dont ${formatMoney(held)} retenus jusqu’à la vérification de leur compte`;
  return (
    <Text size="sm" c="dimmed">
      {`La commission des commandes payées est de ${formatMoney(waiting + shared)} : ${formatMoney(shared)} partagés à la fin des commandes (plateforme ${formatMoney(platform)}, partenaires ${formatMoney(partners)}${retained}), et ${formatMoney(waiting)} de commandes pas encore terminées.`}
    </Text>
  );
}

import type { UserType } from '@amasin/domain/contract/user-type.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { returnLabels } from '@amasin/domain/orders/reasons.ts';
import { IconTruckReturn } from '@tabler/icons-react';
import { Notice } from '../ui/Notice.tsx';
import { DateTime, PhoneLink } from '../ui/text.tsx';

type Props = { order: Order; reader: UserType };

/** Says to staff that an order was brought back, why, and where its medicines are said to be. */
export function BroughtBack({ order: { broughtBack, pharmacy }, reader }: Props) {
  if (!broughtBack) return null;
  const { reason, at, heldBy } = broughtBack;
  return (
    <Notice tone="amber" icon={IconTruckReturn} title="À livrer de nouveau">
      <span>
        <span>{`${returnLabels[reason]} ·`}</span> <DateTime at={at} />
      </span>
      {heldBy === null ? (
        <span>
          {reader === 'pharmacy'
            ? 'Les médicaments reviennent chez vous : gardez-les prêts.'
            : `Médicaments : ${pharmacy?.name ?? 'à la pharmacie'}.`}
        </span>
      ) : (
        <span>
          <span>{`Médicaments chez ${heldBy.name}, livreur.`}</span>{' '}
          {heldBy.phone ? <PhoneLink phone={heldBy.phone} name={heldBy.name} /> : null}
        </span>
      )}
    </Notice>
  );
}

import type { Order } from '@amasin/domain/orders/order.ts';
import { photoProblemLabels, photoProblems } from '@amasin/domain/orders/reasons.ts';
import { IconCamera } from '@tabler/icons-react';
import { Notice } from '../../ui/Notice.tsx';
import { ReasonDetails } from '../../ui/ReasonDetails.tsx';
import { useRefusePhoto } from './api.ts';

/** « Photo illisible », or that another photograph is asked for. */
export function PhotoRefusal({ order }: { order: Order }) {
  const refuse = useRefusePhoto(order);
  if (order.photoProblem)
    return (
      <Notice tone="violet" icon={IconCamera} title="Une autre photo est demandée au client">
        {photoProblemLabels[order.photoProblem]}
      </Notice>
    );
  if (!order.allowedActions.includes('refuse-photo')) return null;
  return (
    <ReasonDetails
      summary="Photo illisible"
      reasons={photoProblems}
      labels={photoProblemLabels}
      pending={refuse.isPending}
      onChoose={(reason) => refuse.mutate(reason)}
    />
  );
}

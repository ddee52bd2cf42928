import type { OrderAgain } from '@amasin/domain/orders/again/again.ts';
import { IconInfoCircle } from '@tabler/icons-react';
import { Notice } from '../../../ui/feedback/Notice.tsx';

/** What an order that is ordered again is without; nothing when it is whole. */
export function LeftOut({ again: { gone, prescribed } }: { again: OrderAgain }) {
  if (gone.length === 0 && prescribed.length === 0) return null;
  return (
    <Notice tone="amber" icon={IconInfoCircle} title="Cette commande n’est pas complète" role="status">
      {gone.length === 0 ? null : <span>Plus en vente : {gone.join(', ')}.</span>}
      {prescribed.length === 0 ? null : (
        <span>À commander avec une ordonnance, par sa photo ou son code : {prescribed.join(', ')}.</span>
      )}
    </Notice>
  );
}

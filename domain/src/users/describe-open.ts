import { formatClock } from '../contract/format.ts';
import type { BlockingItem } from './blocking-item.ts';

/** Names what is open, inside a sentence: « la commande CMD-000042 et un paiement ». */
export function nameOpen(open: readonly BlockingItem[]): string {
  const [last, ...before] = open.map(nameOf).reverse();
  if (last === undefined) return 'une commande, une ordonnance, un paiement ou un versement';
  return before.length === 0 ? last : `${before.reverse().join(', ')} et ${last}`;
}

function nameOf({ kind, order }: BlockingItem): string {
  switch (kind) {
    case 'payment':
      return order === null ? 'un paiement' : `un paiement de la commande ${order.number}`;
    case 'refund':
      return order === null ? 'un remboursement' : `le remboursement de la commande ${order.number}`;
    default:
      return `la commande ${order?.number ?? ''}`.trim();
  }
}

/** Tells a customer what has to end before she can delete her account, and what she can do. */
export function describeOpen({ kind, order, until }: BlockingItem): string {
  const of = order === null ? '' : ` de votre commande ${order.number}`;
  const then = 'vous pourrez supprimer votre compte';
  switch (kind) {
    case 'unpaid':
      return `Votre commande ${order?.number ?? ''} attend d’être payée : annulez-la, ou payez-la et recevez-la d’abord.`;
    case 'order':
      return `Votre commande ${order?.number ?? ''} est en cours : ${then} quand elle sera terminée.`;
    case 'payment':
      return until === undefined
        ? `Un paiement${of} est en vérification : ${then} quand elle sera faite.`
        : `Un paiement${of} est peut-être en route : ${then} à ${formatClock(new Date(until))} au plus tard.`;
    case 'refund':
      return `Un remboursement${of} est en route : ${then} quand il sera arrivé.`;
  }
}

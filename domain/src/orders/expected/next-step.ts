import type { Order } from '../order.ts';

type Facts = Pick<
  Order,
  | 'state'
  | 'itemsCount'
  | 'photoProblem'
  | 'insuranceCard'
  | 'pharmacy'
  | 'deliveryPerson'
  | 'readyAt'
  | 'allowedActions'
>;

/** Until a pharmacist or a supervisor has checked it (rule 40). */
export const CARD_AWAITED = 'Carte d’assurance à vérifier avant le paiement';

/**
 * What happens next, for the customer; null once nothing does.
 * @param readingMinutes the usual minutes until a photograph is read; null while unknown
 */
export function nextStep(order: Facts, readingMinutes: number | null): string | null {
  switch (order.state) {
    case 'pre-treatment':
      return beforePayment(order, readingMinutes);
    case 'pending':
      return beforeDelivery(order);
    case 'delivering':
      return `${order.deliveryPerson?.name ?? 'Le livreur'} est en route vers vous.`;
    default:
      return null;
  }
}

function beforePayment(order: Facts, minutes: number | null): string {
  const { itemsCount, photoProblem, insuranceCard, allowedActions } = order;
  if (photoProblem) return 'Photo à refaire : envoyez-en une autre, un pharmacien la lira.';
  if (insuranceCard?.awaited) return CARD_AWAITED;
  if (allowedActions.includes('pay')) return 'À payer : la pharmacie prépare dès votre paiement.';
  if (itemsCount > 0) return 'Votre ordonnance est lue.';
  const reading = 'Photo reçue : un pharmacien la lit.';
  return minutes === null ? reading : `${reading} Comptez environ ${minutes}\u00a0min.`;
}

function beforeDelivery({ pharmacy, deliveryPerson, readyAt }: Facts): string {
  if (pharmacy === null) return 'Payée : nous cherchons une pharmacie.';
  if (readyAt === null) return `${named(pharmacy.name)} prépare votre commande.`;
  return deliveryPerson === null
    ? 'Prête : nous cherchons un livreur.'
    : `Prête : ${deliveryPerson.name} vient la chercher.`;
}

/** « La pharmacie Fifamè », whether or not its name begins with the word. */
const named = (name: string) => `La pharmacie ${name.replace(/^pharmacie\s+/i, '')}`;

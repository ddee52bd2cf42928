import type { Order } from './order.ts';

/** A usual time is measured over this many of the last orders. */
export const MEASURED = 50;

/** Over fewer orders there is no usual time. */
const MIN_MEASURED = 5;

const STEP = 5;

/**
 * Rounds a usual time up to steps of 5 minutes, as customers read it; null when too few orders were measured.
 * @param median of the measured orders, minutes
 */
export function usualMinutes(measured: number, median: number | null): number | null {
  if (median === null || measured < MIN_MEASURED) return null;
  return Math.max(STEP, Math.ceil(median / STEP) * STEP);
}

/** Returns the minutes from payment to delivery that a customer reads: the usual ones, at most the promise. */
export function toldMinutes(usual: number | null, promise: number): number {
  return Math.min(usual ?? promise, promise);
}

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

/** The next step until a pharmacist or a supervisor has checked the card (rule 40). */
export const CARD_AWAITED = 'Carte d’assurance à vérifier avant le paiement';

/**
 * Tells the customer what happens next; null once nothing does.
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

type UnderWayFacts = Pick<Order, 'state' | 'allowedActions'>;

/** Ranks first the orders for which the customer has to do something, then those that arrive soonest; null once delivered. */
function rankOf({ state, allowedActions }: UnderWayFacts): number | null {
  if (state === 'delivering') return 1;
  if (state === 'pending') return 2;
  if (state !== 'pre-treatment') return null;
  return allowedActions.includes('pay') || allowedActions.includes('replace-photo') ? 0 : 3;
}

/** Returns the orders that are not delivered yet, the most urgent first; equal ones stay in their order. */
export function underWay<T extends UnderWayFacts>(orders: readonly T[]): T[] {
  return orders
    .flatMap((order) => {
      const rank = rankOf(order);
      return rank === null ? [] : [{ order, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ order }) => order);
}

/** Whether an order is past the time at which its customer expects it. */
export function isLate({ expectedAt }: Pick<Order, 'expectedAt'>, now: Date): boolean {
  return expectedAt !== null && now.getTime() > Date.parse(expectedAt);
}

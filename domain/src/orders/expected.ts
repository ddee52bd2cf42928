import type { Order } from './order.ts';
import { returnReasonsTold } from './reasons.ts';

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
export function expectedMinutes(usual: number | null, promise: number): number {
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
  | 'problem'
  | 'broughtBack'
  | 'waiting'
  | 'allowedActions'
>;

/** The next step until a pharmacist or a supervisor has checked the card (rule 40). */
export const CARD_AWAITED = 'Carte d’assurance à vérifier avant le paiement';
/** The next step until the insurer of a checked card lets it be paid with (rule 60). */
export const INSURER_AWAITED = 'Réponse de l’assurance attendue avant le paiement';

/** What the payment with a card waits for. */
export const waitOf = ({ verified }: { readonly verified: boolean }): string =>
  verified ? INSURER_AWAITED : CARD_AWAITED;

/**
 * Tells the customer what happens next; null once nothing does.
 * @param readingMinutes the usual minutes until a photograph is read; null while unknown
 * @param late past the time at which it is expected
 */
export function nextStep(order: Facts, readingMinutes: number | null, late = false): string | null {
  switch (order.state) {
    case 'pre-treatment':
      return beforePayment(order, readingMinutes);
    case 'pending':
      return order.problem ? blocked(order, order.problem.reason) : beforeDelivery(order, late);
    case 'delivering':
      if (order.problem) return blocked(order, order.problem.reason);
      return `${order.deliveryPerson?.name ?? 'Le livreur'} ${order.waiting?.since ? 'vous attend devant chez vous' : 'est en route vers vous'}.`;
    default:
      return null;
  }
}

function beforePayment(order: Facts, minutes: number | null): string {
  const { itemsCount, photoProblem, insuranceCard, allowedActions } = order;
  if (photoProblem) return 'Photo à refaire : envoyez-en une autre, un pharmacien la lira.';
  if (insuranceCard?.awaited) return waitOf(insuranceCard);
  if (allowedActions.includes('pay')) return 'À payer : la pharmacie prépare dès votre paiement.';
  if (itemsCount > 0) return 'Votre ordonnance est lue.';
  const reading = 'Photo reçue : un pharmacien la lit.';
  return minutes === null ? reading : `${reading} Comptez environ ${minutes}\u00a0min.`;
}

const WE_TELL = 'Notre équipe s’en occupe et vous prévient ; vous n’avez rien à faire.';
const KEEP_PHONE = 'Gardez votre téléphone près de vous : nous nous en occupons.';

/** Nobody prepares or delivers it while something is wrong: says what, and what happens next. */
function blocked(
  { pharmacy, allowedActions }: Facts,
  reason: NonNullable<Order['problem']>['reason'],
): string {
  if (allowedActions.includes('decide-substitute')) return 'La pharmacie attend votre réponse.';
  switch (reason) {
    case 'customer-absent':
      return `Le livreur ne vous a pas trouvé. ${KEEP_PHONE}`;
    case 'address-not-found':
      return `Le livreur ne trouve pas votre adresse. ${KEEP_PHONE}`;
    case 'medicine-missing':
      return `Il manque un médicament. ${WE_TELL}`;
    case 'recalled':
      return `Un médicament est rappelé. ${WE_TELL}`;
    default:
      return `${pharmacy === null ? 'La pharmacie' : named(pharmacy.name)} ne peut pas encore la préparer. ${WE_TELL}`;
  }
}

function beforeDelivery({ pharmacy, deliveryPerson, readyAt, broughtBack }: Facts, late: boolean): string {
  if (broughtBack)
    return deliveryPerson === null
      ? `Pas encore remise : ${returnReasonsTold[broughtBack.reason]}. Nous vous l’apportons dès qu’un livreur est libre.`
      : `Nouvelle livraison : ${deliveryPerson.name} part bientôt vers vous.`;
  if (pharmacy === null)
    return late
      ? 'Payée : nous cherchons encore une pharmacie. Vous pouvez l’attendre, ou demander l’annulation.'
      : 'Payée : nous cherchons une pharmacie.';
  if (readyAt === null) return `${named(pharmacy.name)} prépare votre commande.`;
  return deliveryPerson === null
    ? `Prête : nous cherchons ${late ? 'encore ' : ''}un livreur.`
    : `Prête : ${deliveryPerson.name} vient la chercher.`;
}

/** « La pharmacie Fifamè », whether or not its name begins with the word. */
const named = (name: string) => `La pharmacie ${name.replace(/^pharmacie\s+/i, '')}`;

type UnderWayFacts = Pick<Order, 'state' | 'allowedActions'>;

/** Ranks first the orders for which the customer has to do something, then those that arrive soonest; null once delivered. */
function rankOf({ state, allowedActions }: UnderWayFacts): number | null {
  if (allowedActions.includes('decide-substitute')) return 0;
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

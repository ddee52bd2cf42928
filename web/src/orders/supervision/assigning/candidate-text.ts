import type { OrderCandidate } from '@amasin/domain/orders/order.ts';
import { countOf, formatMinutes, formatRecent } from '../../../lib/format.ts';
import type { Role } from '../roles.ts';

const inHand: Readonly<Record<Role, string>> = {
  pharmacy: 'à préparer',
  deliveryPerson: 'à livrer',
  agent: 'à lire',
};

/** « 1,2 km · de garde · 3 à préparer · prête en 25 min d’habitude ». */
export function describeCandidate(candidate: OrderCandidate, role: Role, now: Date): string {
  const { metres, onDuty, openOrders, minutesToReady, lastStop } = candidate;
  return [
    metres === null ? null : formatDistance(metres),
    onDuty ? 'de garde' : null,
    openOrders === 0 ? 'libre' : `${openOrders} ${inHand[role]}`,
    minutesToReady === null ? null : `prête en ${formatMinutes(minutesToReady)} d’habitude`,
    lastStop === null ? null : `dernière livraison : ${lastStop.zone}, ${lower(lastStop.at, now)}`,
  ]
    .filter((text) => text !== null)
    .join(' · ');
}

const lower = (at: string, now: Date): string => {
  const text = formatRecent(new Date(at), now);
  return text.charAt(0).toLowerCase() + text.slice(1);
};

const kilometres = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 });

const formatDistance = (metres: number): string =>
  metres < 1_000 ? `${metres}\u00a0m` : `${kilometres.format(metres / 1_000)}\u00a0km`;

/** « 23 personnes, dont les 20 premières ». */
export function describeFound(shown: number, total: number): string | null {
  if (total === 0) return 'Personne ne correspond.';
  if (shown === total) return null;
  return `${countOf(total, 'personne')}, dont les ${shown} plus indiquées. Tapez un nom pour trouver les autres.`;
}

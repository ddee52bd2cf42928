import { formatClock } from '@amasin/domain/contract/format.ts';
import type { OrderSubstitution } from '@amasin/domain/orders/order.ts';

/** Where a proposal stands, for the pharmacy and supervisors: « Le client est interrogé, jusqu’à 14:32. » */
export function standOf({ state, until, named }: OrderSubstitution): string {
  const deadline = `jusqu’à ${formatClock(new Date(until))}`;
  switch (state) {
    case 'checking':
      return `Un pharmacien d’Amasin est interrogé, ${deadline}.`;
    case 'prescriber':
      return `Le prescripteur est interrogé, ${deadline}.`;
    case 'asking':
      return `Le client est interrogé, ${deadline}.`;
    case 'calling':
      return 'Le client n’a pas répondu : un superviseur l’appelle.';
    case 'declined':
      return 'Le client ne le veut pas.';
    case 'refused':
      return named === undefined
        ? 'Refusé : ne le donnez pas.'
        : `Refusé. Le prescripteur permet : ${named.label}.`;
    case 'lapsed':
      return 'Personne n’a répondu à temps.';
    case 'agreed':
    case 'ended':
      return '';
  }
}

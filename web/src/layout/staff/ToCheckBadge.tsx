import { formatNumber } from '@amasin/domain/contract/format.ts';
import { useCardsToCheck } from '../../insurance/api.ts';
import { useMedicinesToReview } from '../../medications/review-api.ts';
import { usePrescriptionsToCheck } from '../../prescriptions/check-api.ts';
import { CountBadge } from '../../ui/badges.tsx';

/** How many prices and cards wait in « À vérifier »; nothing without any. It shares the requests of that place. */
export function ToCheckBadge() {
  return <Count count={usePricesAndCards()} />;
}

/** The same for an in-house pharmacist, with the prescriptions that wait for one (rule 39). */
export function PharmacistBadge() {
  const prescriptions = usePrescriptionsToCheck();
  return <Count count={usePricesAndCards() + (prescriptions.data?.length ?? 0)} />;
}

function usePricesAndCards(): number {
  const medicines = useMedicinesToReview();
  const cards = useCardsToCheck();
  return (medicines.data?.length ?? 0) + (cards.data?.length ?? 0);
}

function Count({ count }: { count: number }) {
  return count === 0 ? null : <CountBadge count={count} label={`, ${formatNumber(count)} à vérifier`} />;
}

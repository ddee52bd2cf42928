import { useCardsToCheck } from '../../insurance/checking/api.ts';
import { formatNumber } from '../../lib/format/money.ts';
import { useMedicinesToReview } from '../../medications/reviewing/api.ts';
import { CountBadge } from '../../ui/badge/CountBadge.tsx';

/** How many prices and cards wait in « À vérifier »; nothing without any. It shares the requests of that place. */
export function ToCheckBadge() {
  const medicines = useMedicinesToReview();
  const cards = useCardsToCheck();
  const count = (medicines.data?.length ?? 0) + (cards.data?.length ?? 0);
  return count === 0 ? null : <CountBadge count={count} label={`, ${formatNumber(count)} à vérifier`} />;
}

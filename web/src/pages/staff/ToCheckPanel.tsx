import { CardsToCheck } from '../../insurance/CardsToCheck.tsx';
import { MedicinesToReview } from '../../medications/MedicinesToReview.tsx';
import { SubstitutionsToCheck } from '../../orders/digitizing/SubstitutionsToAnswer.tsx';
import { PrescriptionsToCheck } from '../../prescriptions/PrescriptionsToCheck.tsx';
import { useSession } from '../../session/session-context.ts';

/** « À vérifier »: what customers wait for before they can pay. Prescriptions are for in-house pharmacists only (rule 39). */
export function ToCheckPanel() {
  const { user } = useSession();
  return (
    <>
      {user?.type === 'agent' ? (
        <>
          <SubstitutionsToCheck />
          <PrescriptionsToCheck />
        </>
      ) : null}
      <MedicinesToReview />
      <CardsToCheck />
    </>
  );
}

import { FileLink } from '../../files/FileLink.tsx';
import { CardsToCheck } from '../../insurance/CardsToCheck.tsx';
import { MedicinesToReview } from '../../medications/MedicinesToReview.tsx';
import { PrescriptionsToCheck } from '../../prescriptions/PrescriptionsToCheck.tsx';
import { useSession } from '../../session/session-context.ts';

/** « À vérifier »: what customers wait for before they can pay. Prescriptions are for in-house pharmacists only (rule 39). */
export function ToCheckPanel() {
  const { user } = useSession();
  return (
    <>
      {user?.type === 'agent' ? (
        <PrescriptionsToCheck
          renderFileLink={({ _id, url }) =>
            url === null ? null : (
              <FileLink
                fileKey={url}
                name="Ordonnance"
                label="Voir le fichier ordonnancé"
                param={`ordonnance-${_id}`}
              />
            )
          }
        />
      ) : null}
      <MedicinesToReview />
      <CardsToCheck
        renderFileLink={({ _id, url }) => (
          <FileLink fileKey={url} name="Carte d’assurance" label="Voir la carte" param={`carte-${_id}`} />
        )}
      />
    </>
  );
}

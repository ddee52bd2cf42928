import { FileLink } from '../../../files/FileLink.tsx';
import { CardsToCheck } from '../../../insurance/checking/CardsToCheck.tsx';
import { MedicinesToReview } from '../../../medications/reviewing/MedicinesToReview.tsx';

/** « À vérifier »: what customers wait for before they can pay. */
export function ToCheckPanel() {
  return (
    <>
      <MedicinesToReview />
      <CardsToCheck
        renderFileLink={({ _id, url }) => (
          <FileLink fileKey={url} name="Carte d’assurance" label="Voir la carte" param={`carte-${_id}`} />
        )}
      />
    </>
  );
}

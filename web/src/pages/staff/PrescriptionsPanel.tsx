import { FileLink } from '../../files/FileLink.tsx';
import { AllPrescriptions } from '../../prescriptions/listing/AllPrescriptions.tsx';

/** All prescriptions, with their files and links to the orders that used them. */
export function PrescriptionsPanel() {
  return (
    <AllPrescriptions
      fileLink={(key) => <FileLink fileKey={key} name="Ordonnance" label="Voir le fichier ordonnancé" />}
      orderUrl={(id) => `/cpanel?tab=orders&order=${id}`}
    />
  );
}

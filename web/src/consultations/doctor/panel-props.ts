import type { ReactNode } from 'react';
import type { ConversationFiles } from '../conversation/slots.ts';

/** What the page provides to the consultations of a doctor. */
export type PanelProps = {
  files: ConversationFiles;
  /** Opens the form of a prescription for the patient of the open consultation. */
  onPrescribe: () => void;
  /** Lists the unused prescriptions of patients of this name, each with the button. */
  prescriptionsOf: (patientName: string, button: (prescriptionNumber: string) => ReactNode) => ReactNode;
};

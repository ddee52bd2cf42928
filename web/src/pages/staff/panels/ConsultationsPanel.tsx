import { ConsultationsPanel } from '../../../consultations/doctor/ConsultationsPanel.tsx';
import { conversationFiles } from '../../../layout/chat/conversation-files.tsx';
import { UnusedPrescriptions } from '../../../prescriptions/listing/UnusedPrescriptions.tsx';

/** The consultations of a doctor, who can send the numbers of their prescriptions in them. */
export function Consultations({ onPrescribe }: { onPrescribe: () => void }) {
  return (
    <ConsultationsPanel
      files={conversationFiles}
      onPrescribe={onPrescribe}
      prescriptionsOf={(patientName, button) => (
        <UnusedPrescriptions
          patientName={patientName}
          button={({ prescriptionNumber }) => button(prescriptionNumber)}
        />
      )}
    />
  );
}

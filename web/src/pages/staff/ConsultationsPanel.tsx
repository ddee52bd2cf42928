import { ConsultationsPanel } from '../../consultations/doctor/ConsultationsPanel.tsx';
import { conversationFiles } from '../../layout/conversation-files.tsx';
import { UnusedPrescriptions } from '../../prescriptions/listing/UnusedPrescriptions.tsx';

type Props = { personId: string; onPrescribe: () => void };

/** The consultations of a doctor, who can send the numbers of their prescriptions in them. */
export function Consultations({ personId, onPrescribe }: Props) {
  return (
    <ConsultationsPanel
      personId={personId}
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

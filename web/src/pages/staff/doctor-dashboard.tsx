import { titledName } from '@amasin/domain/users/partner-title.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Stack } from '@mantine/core';
import { IconShieldQuestion } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { CHAT_PARAM } from '../../consultations/chat-param.ts';
import { usePatient } from '../../consultations/doctor/api.ts';
import { SendCodeButton } from '../../consultations/doctor/SendCodeButton.tsx';
import { NEW_PRESCRIPTION } from '../../prescriptions/draft.ts';
import { MyPrescriptionDialogs, MyPrescriptions, WRITE } from '../../prescriptions/MyPrescriptions.tsx';
import { OPENED } from '../../prescriptions/PrescriptionList.tsx';
import { useSession } from '../../session/session-context.ts';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { UrlPanel } from '../../ui/UrlPanel.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import { Statements } from './lazy-panels.ts';

// Lazy: the prescriptions are shown first.
const EarningsSection = lazyWithRetry(
  () => import('../../benefits/EarningsSection.tsx').then((module) => module.EarningsSection),
  { height: 84 },
);
const ConsultationsPanel = lazyWithRetry(
  () =>
    import('../../consultations/doctor/ConsultationsPanel.tsx').then((module) => module.ConsultationsPanel),
  { height: 480 },
);

// Lazy: few pharmacies have a question.
const SubstitutionsForPrescriber = lazyWithRetry(() =>
  import('../../orders/digitizing/SubstitutionsToAnswer.tsx').then(
    (module) => module.SubstitutionsForPrescriber,
  ),
);

const CONSULTATIONS = 'consultations';

export const meta = () => [{ title: 'Mes ordonnances · Amasin' }];

export default function DoctorDashboard() {
  const { user } = useSession();
  return user === null ? null : <DashboardOf key={user._id} user={user} />;
}

function DashboardOf({ user }: { user: User }) {
  const writing = useDialogUrl(WRITE);
  const opened = useDialogUrl(OPENED);
  const [search] = useSearchParams();
  const patient = usePatient(search.get('tab') === CONSULTATIONS ? search.get(CHAT_PARAM) : null);
  const name = titledName(user.name, user.titrePartenaire);
  const write = () => writing.open(NEW_PRESCRIPTION);
  return (
    <>
      <UrlPanel
        panels={[
          {
            name: 'ordonnances',
            title: `Mes ordonnances, ${name}`,
            panel: (
              <Stack gap="sm">
                {user.verified ? null : <Unverified />}
                <SubstitutionsForPrescriber />
                <MyPrescriptions user={user} onWrite={write} />
              </Stack>
            ),
          },
          {
            name: CONSULTATIONS,
            title: 'Consultations',
            panel: <ConsultationsPanel personId={user._id} onPrescribe={write} />,
          },
          {
            name: 'gains',
            title: 'Gains',
            panel: (
              <Stack gap={40}>
                <EarningsSection doctorId={user._id} name={name} linkTo={opened.linkTo} />
                <Statements of="partnerDoctor" />
              </Stack>
            ),
          },
        ]}
      />
      <MyPrescriptionDialogs
        user={user}
        patient={patient}
        give={
          patient
            ? ({ prescriptionNumber }) => (
                <SendCodeButton
                  chatId={patient.consultationId}
                  prescriptionNumber={prescriptionNumber}
                  onSent={opened.close}
                />
              )
            : undefined
        }
      />
    </>
  );
}

function Unverified() {
  return (
    <Notice tone="neutral" icon={IconShieldQuestion} title="Votre compte n’est pas encore vérifié">
      Vos ordonnances servent dès maintenant ; un pharmacien vérifie celles qui ont un médicament sur
      ordonnance. Les consultations et vos gains attendent la vérification.
    </Notice>
  );
}

import { titledName } from '@amasin/domain/users/partner-title.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Button, Stack } from '@mantine/core';
import { IconShieldQuestion } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { EarningFigures } from '../../benefits/EarningFigures.tsx';
import { usePatient } from '../../consultations/doctor/api.ts';
import { SendCodeButton } from '../../consultations/doctor/SendCodeButton.tsx';
import { CHAT } from '../../consultations/doctor/use-open-chat.ts';
import { FileLink } from '../../files/FileLink.tsx';
import { FilePicker } from '../../files/FilePicker.tsx';
import { fetchCurrent } from '../../medications/api.ts';
import { MedicineSearch } from '../../medications/MedicineSearch.tsx';
import { NEW } from '../../prescriptions/composing/target.ts';
import { MyPrescriptions, WRITE } from '../../prescriptions/listing/MyPrescriptions.tsx';
import { OPENED, useOpenedLink } from '../../prescriptions/listing/use-opened-link.ts';
import { useSession } from '../../session/session-context.ts';
import { EmptyState } from '../../ui/feedback.tsx';
import { ListAction } from '../../ui/filters.tsx';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { UrlPanel } from '../../ui/UrlPanel.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import { Statements } from './lazy-panels.ts';

// Lazy: the list is loaded first.
const EarningsSection = lazyWithRetry(
  () => import('../../benefits/EarningsSection.tsx').then((module) => module.EarningsSection),
  { height: 84 },
);
const Consultations = lazyWithRetry(
  () => import('./ConsultationsPanel.tsx').then((module) => module.Consultations),
  { height: 480 },
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
  const linkTo = useOpenedLink();
  const isConsulting = search.get('tab') === CONSULTATIONS;
  const chatId = isConsulting ? search.get(CHAT) : null;
  const patient = usePatient(chatId);
  const name = titledName(user.name, user.titrePartenaire);
  const write = () => writing.open(NEW);
  return (
    <MyPrescriptions
      user={user}
      patient={patient}
      action={<ListAction label="Nouvelle ordonnance" isMain onClick={write} />}
      figures={<EarningFigures doctorId={user._id} />}
      give={
        patient
          ? ({ prescriptionNumber }) => (
              <SendCodeButton
                chatId={patient.draft}
                prescriptionNumber={prescriptionNumber}
                onSent={opened.close}
              />
            )
          : null
      }
      fetchCurrent={fetchCurrent}
      fileLink={(key) => <FileLink fileKey={key} name="Ordonnance" label="Voir le fichier ordonnancé" />}
      filePicker={(props) => <FilePicker {...props} category="prescription" />}
      medicineSearch={(props) => <MedicineSearch {...props} />}
      empty={
        <EmptyState
          title="Vous n’avez pas encore d’ordonnance"
          pictogram="phone"
          action={
            <Button variant="light" onClick={write}>
              Nouvelle ordonnance
            </Button>
          }
        >
          Écrivez-la ici : votre patient commande avec son numéro.
        </EmptyState>
      }
    >
      {(list) => (
        <UrlPanel
          panels={[
            {
              name: 'ordonnances',
              title: `Mes ordonnances, ${name}`,
              panel: (
                <Stack gap="sm">
                  {user.verified ? null : <Unverified />}
                  {list}
                </Stack>
              ),
            },
            {
              name: CONSULTATIONS,
              title: 'Consultations',
              panel: <Consultations personId={user._id} onPrescribe={write} />,
            },
            {
              name: 'gains',
              title: 'Gains',
              panel: (
                <Stack gap={40}>
                  <EarningsSection doctorId={user._id} name={name} linkTo={linkTo} />
                  <Statements of="partnerDoctor" />
                </Stack>
              ),
            },
          ]}
        />
      )}
    </MyPrescriptions>
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

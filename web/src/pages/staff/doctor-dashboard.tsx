import { titledName } from '@amasin/domain/users/partner-title.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Button, Stack } from '@mantine/core';
import { IconShieldQuestion } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { EarningFigures } from '../../benefits/EarningFigures.tsx';
import { CHAT } from '../../consultations/doctor/use-open-chat.ts';
import { usePatient } from '../../consultations/doctor/use-patient.ts';
import { fetchCurrent } from '../../medications/api.ts';
import { NEW } from '../../prescriptions/listing/composing/target.ts';
import { MyPrescriptions, WRITE } from '../../prescriptions/listing/MyPrescriptions.tsx';
import { OPENED, useOpenedLink } from '../../prescriptions/listing/use-opened-link.ts';
import { useSession } from '../../session/session-context.ts';
import { useDialogUrl } from '../../ui/dialog/use-dialog-url.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { ListAction } from '../../ui/listing/filters/ListAction.tsx';
import { LazyComponent } from '../../ui/loading/LazyComponent.tsx';
import { UrlPanel } from '../../ui/loading/UrlPanel.tsx';

// Lazy: the list is loaded first.
const loadEarnings = () =>
  import('../../benefits/EarningsSection.tsx').then((module) => module.EarningsSection);
const loadStatements = () => import('../../statements/Statements.tsx').then(({ Statements }) => Statements);
const loadFileLink = () => import('../../files/FileLink.tsx').then((module) => module.FileLink);
const loadPicker = () => import('../../files/FilePicker.tsx').then((module) => module.FilePicker);
const loadSearch = () =>
  import('../../medications/MedicineSearch.tsx').then((module) => module.MedicineSearch);
const loadConsultations = () =>
  import('./panels/ConsultationsPanel.tsx').then((module) => module.Consultations);
const loadSendCode = () =>
  import('../../consultations/doctor/SendCodeButton.tsx').then((module) => module.SendCodeButton);

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
  useEffect(() => {
    // A failed preload is retried when the component is rendered.
    for (const load of [loadFileLink, loadPicker, loadSearch]) load().catch(() => null);
  }, []);
  return (
    <MyPrescriptions
      user={user}
      patient={patient}
      action={<ListAction label="Nouvelle ordonnance" isMain onClick={write} />}
      figures={<EarningFigures doctorId={user._id} />}
      give={
        patient
          ? ({ prescriptionNumber }) => (
              <LazyComponent
                load={loadSendCode}
                props={{ chatId: patient.draft, prescriptionNumber, onSent: opened.close }}
                height={42}
              />
            )
          : null
      }
      fetchCurrent={fetchCurrent}
      fileLink={(key) => (
        <LazyComponent
          load={loadFileLink}
          props={{ fileKey: key, name: 'Ordonnance', label: 'Voir le fichier ordonnancé' }}
          height={40}
        />
      )}
      filePicker={(props) => (
        <LazyComponent load={loadPicker} props={{ ...props, category: 'prescription' }} height={120} />
      )}
      medicineSearch={(props) => <LazyComponent load={loadSearch} props={props} height={88} />}
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
              panel: (
                <LazyComponent
                  load={loadConsultations}
                  props={{ personId: user._id, onPrescribe: write }}
                  height={480}
                />
              ),
            },
            {
              name: 'gains',
              title: 'Gains',
              panel: (
                <Stack gap={40}>
                  <LazyComponent
                    load={loadEarnings}
                    props={{ doctorId: user._id, name, linkTo }}
                    height={84}
                  />
                  <LazyComponent load={loadStatements} props={{ of: 'partnerDoctor' }} rows={4} height={72} />
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

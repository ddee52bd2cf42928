import type { User } from '@amasin/domain/users/user.ts';
import { Paper, Title } from '@mantine/core';
import { lazy, type ReactNode } from 'react';
import { FileLink } from '../files/FileLink.tsx';
import { InsuranceSection } from '../insurance/InsuranceSection.tsx';
import { formatPhone } from '../lib/format/phone.ts';
import { useSession } from '../session/session-context.ts';
import { PageTitle } from '../ui/text/PageTitle.tsx';
import styles from './profile.module.css';

// Only the form needs it.
const FilePicker = lazy(() =>
  import('../files/FilePicker.tsx').then((module) => ({ default: module.FilePicker })),
);

export const meta = () => [{ title: 'Mon profil · Amasin' }];

export default function Profile() {
  const { user } = useSession();
  return (
    <>
      <PageTitle title="Mon profil" />
      {user === null ? null : (
        <div className={styles.parts}>
          <OwnDetails user={user} />
          <InsuranceSection
            renderPicker={(field) => <FilePicker {...field} category="insurance" />}
            renderFileLink={({ url }) => (
              <FileLink fileKey={url} name="Carte d’assurance" label="Voir la carte" />
            )}
          />
        </div>
      )}
    </>
  );
}

function OwnDetails({ user }: { user: User }) {
  return (
    <section aria-labelledby="informations" className={styles.part}>
      <Title order={2} id="informations">
        Mes informations
      </Title>
      <Paper withBorder radius="lg" className={styles.sheet}>
        <dl className={styles.facts}>
          <Detail name="Nom">{user.name}</Detail>
          <Detail name="Téléphone">{user.phone === null ? null : formatPhone(user.phone)}</Detail>
          <Detail name="Adresse">{user.address}</Detail>
          <Detail name="Email">{user.email}</Detail>
        </dl>
      </Paper>
    </section>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd data-missing={children === null || undefined}>{children ?? 'Non renseigné'}</dd>
    </div>
  );
}

import type { User } from '@amasin/domain/users/user.ts';
import { Button, Paper, Text, Title } from '@mantine/core';
import { IconDevices, IconLock } from '@tabler/icons-react';
import { lazyDialog } from '../../ui/lazy.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import profile from './profile.module.css';
import styles from './profile.module.css';

// Few visits need them.
const PasswordDialog = lazyDialog(() => import('./dialogs.ts').then((module) => module.PasswordDialog));
const SessionsDialog = lazyDialog(() => import('./dialogs.ts').then((module) => module.SessionsDialog));

/** How the person signs in, and where they are signed in. */
export function AccessSection({ user }: { user: User }) {
  const password = useDialogUrl('mot-de-passe');
  const sessions = useDialogUrl('appareils');
  return (
    <section aria-labelledby="connexion" className={profile.part}>
      <Title order={2} id="connexion">
        Ma connexion
      </Title>
      <Paper withBorder radius="lg" className={profile.sheet}>
        <Text c="dimmed" className={styles.intro}>
          {user.type === 'customer'
            ? 'Vous vous connectez avec votre téléphone et votre mot de passe.'
            : 'Vous vous connectez avec votre email et votre mot de passe.'}
        </Text>
        <div className={styles.actions}>
          <Button
            variant="default"
            leftSection={<IconLock size={20} aria-hidden="true" />}
            onClick={() => password.open()}
            classNames={{ root: profile.edit ?? '', label: profile.editLabel ?? '' }}
          >
            Changer mon mot de passe
          </Button>
          <Button
            variant="default"
            leftSection={<IconDevices size={20} aria-hidden="true" />}
            onClick={() => sessions.open()}
            classNames={{ root: profile.edit ?? '', label: profile.editLabel ?? '' }}
          >
            Mes appareils
          </Button>
        </div>
      </Paper>
      <PasswordDialog opened={password.opened} onClose={password.close} />
      <SessionsDialog opened={sessions.opened} onClose={sessions.close} />
    </section>
  );
}

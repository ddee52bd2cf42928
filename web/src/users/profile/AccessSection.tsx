import type { User } from '@amasin/domain/users/user.ts';
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconDevices, IconLock } from '@tabler/icons-react';
import { lazyDialog } from '../../ui/lazy.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import styles from './profile.module.css';

// Few visits need them.
const PasswordDialog = lazyDialog(() => import('./dialogs.ts').then((module) => module.PasswordDialog));
const SessionsDialog = lazyDialog(() => import('./dialogs.ts').then((module) => module.SessionsDialog));

/** How the person signs in, and where they are signed in. */
export function AccessSection({ user }: { user: User }) {
  const password = useDialogUrl('mot-de-passe');
  const sessions = useDialogUrl('appareils');
  return (
    <Stack component="section" gap="md" aria-labelledby="connexion">
      <Title order={2} id="connexion">
        Ma connexion
      </Title>
      <Paper withBorder radius="lg" className={styles.sheet}>
        <Text c="dimmed" py={10}>
          {user.type === 'customer'
            ? 'Vous vous connectez avec votre téléphone et votre mot de passe.'
            : 'Vous vous connectez avec votre email et votre mot de passe.'}
        </Text>
        <Group gap="0 12px">
          <Button
            variant="default"
            leftSection={<IconLock size={20} aria-hidden="true" />}
            onClick={() => password.open()}
            classNames={{ root: styles.edit ?? '', label: styles.editLabel ?? '' }}
          >
            Changer mon mot de passe
          </Button>
          <Button
            variant="default"
            leftSection={<IconDevices size={20} aria-hidden="true" />}
            onClick={() => sessions.open()}
            classNames={{ root: styles.edit ?? '', label: styles.editLabel ?? '' }}
          >
            Mes appareils
          </Button>
        </Group>
      </Paper>
      <PasswordDialog user={user} opened={password.opened} onClose={password.close} />
      <SessionsDialog opened={sessions.opened} onClose={sessions.close} />
    </Stack>
  );
}

import type { User } from '@amasin/domain/users/user.ts';
import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { IconShieldCheck, IconShieldLock } from '@tabler/icons-react';
import { StateBadge } from '../ui/badges.tsx';
import { lazyDialog } from '../ui/lazy.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';

const SecondFactorDialog = lazyDialog(() =>
  import('./SecondFactor.tsx').then((module) => module.SecondFactorDialog),
);

/** For professionals: whether signing in takes a code too, and how to activate that. */
export function SecondFactorSection({ user }: { user: User }) {
  const dialog = useDialogUrl('deux-etapes');
  const isActive = user.hasSecondFactor === true;
  return (
    <Stack component="section" gap="md" aria-labelledby="deux-etapes">
      <Title order={2} id="deux-etapes">
        Connexion en deux étapes
      </Title>
      <Paper withBorder radius="lg" p="md">
        <Stack gap="md">
          {isActive ? (
            <div>
              <StateBadge tone="teal" icon={IconShieldCheck} label="Active" />
            </div>
          ) : null}
          <Text c="dimmed">
            {isActive
              ? 'Après votre mot de passe, vous donnez un code de votre application.'
              : 'Après votre mot de passe, une application de votre téléphone vous donne un code : un mot de passe volé ne suffit plus.'}
          </Text>
          <Button
            variant="default"
            leftSection={<IconShieldLock size={20} aria-hidden="true" />}
            onClick={() => dialog.open()}
          >
            {isActive ? 'Changer d’application' : 'Activer'}
          </Button>
        </Stack>
      </Paper>
      <SecondFactorDialog opened={dialog.opened} onClose={dialog.close} user={user} />
    </Stack>
  );
}

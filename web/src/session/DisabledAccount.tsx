import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { useSession } from './session-context.ts';

export function DisabledAccount() {
  const { signOut } = useSession();
  return (
    <EmptyState
      title="Compte désactivé"
      titleOrder={1}
      pictogram="moon"
      action={
        <Button leftSection={<IconLogout size={20} aria-hidden="true" />} onClick={() => void signOut()}>
          Déconnexion
        </Button>
      }
    >
      Votre compte a été désactivé. Contactez l'administrateur.
    </EmptyState>
  );
}

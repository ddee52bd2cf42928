import type { User } from '@amasin/domain/users/user.ts';
import { Button, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { lazyDialog } from '../../ui/lazy.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';

const DeleteAccountDialog = lazyDialog(() =>
  import('./DeleteAccountDialog.tsx').then((module) => module.DeleteAccountDialog),
);

/** A customer deletes her own account; the others are engaged by the house, which does it. */
export function DeleteAccount({ user }: { user: User }) {
  const dialog = useDialogUrl('supprimer-compte');
  if (user.type !== 'customer')
    return (
      <Text c="dimmed" mt="md">
        Pour faire supprimer votre compte, demandez-le à l’administrateur d’Amasin.
      </Text>
    );
  return (
    <>
      <Button
        mt="md"
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={20} aria-hidden="true" />}
        onClick={() => dialog.open()}
      >
        Supprimer mon compte
      </Button>
      <DeleteAccountDialog user={user} opened={dialog.opened} onClose={dialog.close} />
    </>
  );
}

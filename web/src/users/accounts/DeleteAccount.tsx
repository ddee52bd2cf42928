import type { User } from '@amasin/domain/users/user.ts';
import { userTypeLabels } from '@amasin/domain/users/user-type.ts';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { useDialogAddress } from '../../ui/dialog/use-dialog-address.ts';
import { useAccount, useDeleteAccount } from './api.ts';
import { DELETE } from './dialog-names.ts';

/** Asks before it removes somebody. */
export function DeleteAccount({ known }: { known: readonly User[] | undefined }) {
  const { value, close } = useDialogAddress(DELETE);
  const deleting = useDeleteAccount(close);
  const isGone = deleting.isSuccess && deleting.variables === value;
  // Once removed, it is asked for no more while the dialog closes.
  const { account } = useAccount(isGone ? null : value, known);
  return (
    <ConfirmDialog
      opened={value !== null && account !== undefined && account.type !== 'superAdmin'}
      onClose={close}
      question={`Supprimer ${account?.name ?? 'ce compte'} ?`}
      confirmLabel="Supprimer"
      onConfirm={() => {
        if (value !== null) deleting.mutate(value);
      }}
      pending={deleting.isPending}
      danger
    >
      {account === undefined ? null : (
        <>
          {userTypeLabels[account.type]}
          {account.email === null ? '' : `, ${account.email}`}. Ses commandes et ses ordonnances restent, sans
          son nom.
        </>
      )}
    </ConfirmDialog>
  );
}

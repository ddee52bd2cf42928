import type { User } from '@amasin/domain/users/user.ts';
import { lazy, Suspense } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { toast } from '../../lib/toast/toast.tsx';
import { ResponsiveDialog } from '../../ui/dialog/ResponsiveDialog.tsx';
import { useDialogAddress } from '../../ui/dialog/use-dialog-address.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { ListSkeleton } from '../../ui/feedback/ListSkeleton.tsx';
import { useAccount, useRefreshAccounts } from './api.ts';
import { EDIT, NEW } from './dialog-names.ts';

const AccountForm = lazy(() => import('./form/AccountForm.tsx'));

/** Creates an account or changes one. */
export function AccountDialog({ known }: { known: readonly User[] | undefined }) {
  const { value, opened, close } = useDialogAddress(EDIT);
  const refresh = useRefreshAccounts();
  const isNew = value === NEW;
  const read = useAccount(isNew ? null : value, known);
  const account = isNew ? null : read.account;
  const shown = account?.type === 'superAdmin' ? undefined : account;

  const onSaved = () => {
    close();
    void refresh();
    toast.success(isNew ? 'Utilisateur créé' : 'Utilisateur mis à jour');
  };
  const waiting = <ListSkeleton rows={4} height={72} />;
  return (
    <ResponsiveDialog
      opened={opened && account?.type !== 'superAdmin'}
      onClose={close}
      title={isNew ? 'Nouvel utilisateur' : 'Modifier l’utilisateur'}
      hasForm
    >
      {read.isError && account === undefined ? (
        <ErrorState
          message={messageOf(read.error, 'Erreur de chargement')}
          onRetry={() => void read.refetch()}
          retrying={read.isFetching}
        />
      ) : shown === undefined ? (
        waiting
      ) : (
        <Suspense fallback={waiting}>
          <AccountForm key={value} account={shown} onSaved={onSaved} onRefused={() => void refresh()} />
        </Suspense>
      )}
    </ResponsiveDialog>
  );
}

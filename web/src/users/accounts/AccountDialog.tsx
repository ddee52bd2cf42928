import type { User } from '@amasin/domain/users/user.ts';
import { useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/api/api-error.ts';
import { invalidate } from '../../lib/api/keys.ts';
import { toast } from '../../lib/toast/toast.tsx';
import { ResponsiveDialog } from '../../ui/dialog/ResponsiveDialog.tsx';
import { useDialogAddress } from '../../ui/dialog/use-dialog-address.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { ListSkeleton } from '../../ui/feedback/ListSkeleton.tsx';
import { LazyPart } from '../../ui/loading/LazyPart.tsx';
import { useAccount } from './api.ts';
import { EDIT, NEW } from './dialog-names.ts';

const loadForm = () => import('./form/AccountForm.tsx').then((module) => module.default);

/** Creates an account or changes one. */
export function AccountDialog({ known }: { known: readonly User[] | undefined }) {
  const { value, opened, close } = useDialogAddress(EDIT);
  const queries = useQueryClient();
  const isNew = value === NEW;
  const read = useAccount(isNew ? null : value, known);
  const account = isNew ? null : read.account;
  const shown = account?.type === 'superAdmin' ? undefined : account;

  const onSaved = () => {
    close();
    void invalidate(queries, 'users');
    toast.success(isNew ? 'Utilisateur créé' : 'Utilisateur mis à jour');
  };
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
        <ListSkeleton rows={4} height={72} />
      ) : (
        <LazyPart
          key={value}
          load={loadForm}
          props={{ account: shown, onSaved, onRefused: () => void invalidate(queries, 'users') }}
          rows={4}
          height={72}
        />
      )}
    </ResponsiveDialog>
  );
}

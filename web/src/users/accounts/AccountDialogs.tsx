import { userTypeLabels } from '@amasin/domain/contract/user-type.ts';
import { isHolderType } from '@amasin/domain/statements/holder.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { invalidate } from '../../lib/keys.ts';
import { toast } from '../../lib/toast.tsx';
import { StatementList } from '../../statements/StatementList.tsx';
import { ConfirmDialog, ResponsiveDialog } from '../../ui/dialog.tsx';
import { QueryState } from '../../ui/feedback.tsx';
import { DELETE, EDIT, NEW } from '../../ui/RowDialogs.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import {
  useAccount,
  useDeleteAccount,
  useResetSecondFactor,
  useSwitchAccount,
  useVerifyAccount,
} from './api.ts';
import { RESET_FACTOR, STATEMENTS, SWITCH_OFF, VERIFY } from './dialog-params.ts';
import { AccountForm } from './form/AccountForm.tsx';

type Props = {
  /** The accounts of the list, which may not contain the one of a link. */
  rows: readonly User[] | undefined;
};

/** The dialogs of the list. */
export function AccountDialogs({ rows }: Props) {
  return (
    <>
      <AccountDialog rows={rows} />
      <DeleteAccount rows={rows} />
      <SwitchOff rows={rows} />
      <Verify rows={rows} />
      <ResetFactor rows={rows} />
      <HolderStatements rows={rows} />
    </>
  );
}

/** Creates or edits an account. */
function AccountDialog({ rows }: Props) {
  const { value, opened, close } = useDialogUrl(EDIT.account);
  const queries = useQueryClient();
  const isNew = value === NEW.account;
  const read = useAccount(isNew ? null : value, rows);
  const account = isNew ? null : read.account;
  const shown = account?.type === 'superAdmin' ? undefined : account;

  const onFailed = () => void invalidate(queries, 'users');
  const onSaved = () => {
    close();
    onFailed();
    toast.success(isNew ? 'Utilisateur créé' : 'Utilisateur mis à jour');
  };
  return (
    <ResponsiveDialog
      opened={opened && account?.type !== 'superAdmin'}
      onClose={close}
      title={isNew ? 'Nouvel utilisateur' : 'Modifier l’utilisateur'}
      hasForm
    >
      {shown === undefined ? (
        <QueryState query={read} message="Erreur de chargement" rows={4} height={72} />
      ) : (
        <AccountForm key={value} account={shown} onSaved={onSaved} onFailed={onFailed} />
      )}
    </ResponsiveDialog>
  );
}

function DeleteAccount({ rows }: Props) {
  const { value, close } = useDialogUrl(DELETE);
  const deleting = useDeleteAccount(close);
  const isGone = deleting.isSuccess && deleting.variables === value;
  // A deleted account is not loaded again while the dialog closes.
  const { account } = useAccount(isGone ? null : value, rows);
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
        <span>{`${userTypeLabels[account.type]}${account.email === null ? '' : `, ${account.email}`}. Ses commandes et ses ordonnances restent, sans son nom.`}</span>
      )}
    </ConfirmDialog>
  );
}

function SwitchOff({ rows }: Props) {
  const { value, close } = useDialogUrl(SWITCH_OFF);
  const switching = useSwitchAccount();
  const { account } = useAccount(value, rows);
  const isOffered = useOffered(value, account?.active === true && account.type !== 'superAdmin');
  return (
    <ConfirmDialog
      opened={isOffered}
      onClose={close}
      question={`Désactiver ${account?.name ?? 'ce compte'} ?`}
      confirmLabel="Désactiver"
      onConfirm={() => {
        // As it was when the dialog opened, whatever another administrator did since.
        if (account) switching.mutate({ ...account, active: true }, { onSuccess: close });
      }}
      pending={switching.isPending}
      danger
    >
      {`${account ? userTypeLabels[account.type] : ''}. Ses écrans se ferment aussitôt. Vous pourrez réactiver le compte.`}
    </ConfirmDialog>
  );
}

function Verify({ rows }: Props) {
  const { value, close } = useDialogUrl(VERIFY);
  const verifying = useVerifyAccount();
  const { account } = useAccount(value, rows);
  const isOffered = useOffered(value, account?.type === 'partnerDoctor' && !account.verified);
  return (
    <ConfirmDialog
      opened={isOffered}
      onClose={close}
      question={`Vérifier ${account?.name ?? 'ce compte'} ?`}
      confirmLabel="Vérifier"
      onConfirm={() => {
        if (account) verifying.mutate(account, { onSuccess: close });
      }}
      pending={verifying.isPending}
    >
      Ses ordonnances ne porteront plus « Prescripteur non vérifié », et ses gains pourront être payés.
    </ConfirmDialog>
  );
}

function ResetFactor({ rows }: Props) {
  const { value, close } = useDialogUrl(RESET_FACTOR);
  const resetting = useResetSecondFactor(close);
  const { account } = useAccount(value, rows);
  const isOffered = useOffered(value, account?.hasSecondFactor === true && account.type !== 'superAdmin');
  return (
    <ConfirmDialog
      opened={isOffered}
      onClose={close}
      question={`Retirer la connexion en deux étapes de ${account?.name ?? 'ce compte'} ?`}
      confirmLabel="Retirer"
      onConfirm={() => {
        if (value !== null) resetting.mutate(value);
      }}
      pending={resetting.isPending}
      danger
    >
      Pour une personne qui a perdu son téléphone et ses codes de secours. Ses écrans se ferment aussitôt ;
      elle se reconnecte avec son mot de passe.
    </ConfirmDialog>
  );
}

/** What a partner or a pharmacy reads of its months. */
function HolderStatements({ rows }: Props) {
  const { value, opened, close } = useDialogUrl(STATEMENTS);
  const { account, ...read } = useAccount(value, rows);
  const type = account !== undefined && isHolderType(account.type) ? account.type : undefined;
  return (
    <ResponsiveDialog
      opened={opened && (account === undefined || type !== undefined)}
      onClose={close}
      title={account === undefined ? 'Relevés' : `Relevés de ${account.name}`}
      size="lg"
    >
      {account === undefined || type === undefined ? (
        <QueryState query={read} message="Erreur de chargement" rows={3} height={72} />
      ) : (
        <StatementList key={value} of={type} holder={account._id} />
      )}
    </ResponsiveDialog>
  );
}

/**
 * Whether a dialog's action was possible since it opened. It must not disappear as soon as the account has changed: its step back in
 * the history is still to come, and would close the next dialog.
 */
function useOffered(value: string | null, isPossible: boolean): boolean {
  const offered = useRef<string | null>(null);
  if (value === null) offered.current = null;
  else if (isPossible) offered.current = value;
  return value !== null && offered.current === value;
}

import { isPayeeType } from '@amasin/domain/benefits/payee.ts';
import { userTypeLabels } from '@amasin/domain/contract/user-type.ts';
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
import { AccountForm } from './AccountForm.tsx';
import {
  END_SESSIONS,
  RESET_FACTOR,
  STATEMENTS,
  SWITCH_OFF,
  useAccount,
  useDeleteAccount,
  useEndSessions,
  useResetSecondFactor,
  useSwitchOff,
  useVerifyAccount,
  VERIFY,
} from './api.ts';

type AccountDialogsProps = {
  /** The accounts of the list, which may not contain the one of a link. */
  rows: readonly User[] | undefined;
};

/** The dialogs of the list. */
export function AccountDialogs({ rows }: AccountDialogsProps) {
  return (
    <>
      <AccountDialog rows={rows} />
      <DeleteAccount rows={rows} />
      <SwitchOff rows={rows} />
      <Verify rows={rows} />
      <ResetFactor rows={rows} />
      <EndSessions rows={rows} />
      <HolderStatements rows={rows} />
    </>
  );
}

/** Creates or edits an account. */
function AccountDialog({ rows }: AccountDialogsProps) {
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

function DeleteAccount({ rows }: AccountDialogsProps) {
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

type ConfirmProps = AccountDialogsProps & {
  /** The search parameter that opens it. */
  param: string;
  isPossible: (account: User) => boolean;
  question: (name: string) => string;
  change: { mutate: (account: User, options: { onSuccess: () => void }) => void; isPending: boolean };
  confirmLabel: string;
  danger?: boolean;
  children: (account: User | undefined) => string;
};

/** Asks before something is done to the account of the list or of a link; never to a super administrator's. */
function ConfirmChange({ rows, param, isPossible, question, change, children, ...dialog }: ConfirmProps) {
  const { value, close } = useDialogUrl(param);
  const { account } = useAccount(value, rows);
  const isNow = account !== undefined && account.type !== 'superAdmin' && isPossible(account);
  return (
    <ConfirmDialog
      {...dialog}
      opened={useOffered(value, isNow)}
      onClose={close}
      question={question(account?.name ?? 'ce compte')}
      onConfirm={() => {
        if (account) change.mutate(account, { onSuccess: close });
      }}
      pending={change.isPending}
    >
      {children(account)}
    </ConfirmDialog>
  );
}

const SwitchOff = ({ rows }: AccountDialogsProps) => (
  <ConfirmChange
    rows={rows}
    param={SWITCH_OFF}
    isPossible={({ active }) => active}
    question={(name) => `Désactiver ${name} ?`}
    confirmLabel="Désactiver"
    change={useSwitchOff()}
    danger
  >
    {(account) =>
      `${account ? userTypeLabels[account.type] : ''}. Ses écrans se ferment aussitôt. Vous pourrez réactiver le compte.`
    }
  </ConfirmChange>
);

const Verify = ({ rows }: AccountDialogsProps) => (
  <ConfirmChange
    rows={rows}
    param={VERIFY}
    isPossible={({ type, verified }) => type === 'partnerDoctor' && !verified}
    question={(name) => `Vérifier ${name} ?`}
    confirmLabel="Vérifier"
    change={useVerifyAccount()}
  >
    {() =>
      'Ses ordonnances ne porteront plus « Prescripteur non vérifié », et ses gains pourront être payés.'
    }
  </ConfirmChange>
);

const ResetFactor = ({ rows }: AccountDialogsProps) => (
  <ConfirmChange
    rows={rows}
    param={RESET_FACTOR}
    isPossible={({ hasSecondFactor }) => hasSecondFactor === true}
    question={(name) => `Retirer la connexion en deux étapes de ${name} ?`}
    confirmLabel="Retirer"
    change={useResetSecondFactor()}
    danger
  >
    {() =>
      'Pour une personne qui a perdu son téléphone et ses codes de secours. Ses écrans se ferment aussitôt ; elle se reconnecte avec son mot de passe.'
    }
  </ConfirmChange>
);

const EndSessions = ({ rows }: AccountDialogsProps) => (
  <ConfirmChange
    rows={rows}
    param={END_SESSIONS}
    isPossible={() => true}
    question={(name) => `Fermer les sessions de ${name} ?`}
    confirmLabel="Fermer les sessions"
    change={useEndSessions()}
    danger
  >
    {() =>
      'Ses écrans se ferment aussitôt, sur tous ses appareils ; la personne se reconnecte avec son mot de passe. Si quelqu’un d’autre le connaît, changez-le d’abord.'
    }
  </ConfirmChange>
);

/** The monthly statements of a partner or a pharmacy. */
function HolderStatements({ rows }: AccountDialogsProps) {
  const { value, opened, close } = useDialogUrl(STATEMENTS);
  const { account, ...read } = useAccount(value, rows);
  const type = account !== undefined && isPayeeType(account.type) ? account.type : undefined;
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

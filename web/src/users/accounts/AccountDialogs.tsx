import { userTypeLabels, userTypes } from '@amasin/domain/contract/user-type.ts';
import { isHolderType } from '@amasin/domain/statements/holder.ts';
import { accountForm, newAccountForm } from '@amasin/domain/users/account.ts';
import { partnerTitleLabels } from '@amasin/domain/users/partner-title.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Button, Checkbox, type CheckboxProps, Group } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { formatDate, formatPhone } from '../../lib/format.ts';
import { invalidate } from '../../lib/keys.ts';
import { toast } from '../../lib/toast.tsx';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { StatementList } from '../../statements/StatementList.tsx';
import { ChoiceField } from '../../ui/ChoiceField.tsx';
import { ConfirmDialog, ResponsiveDialog } from '../../ui/dialog.tsx';
import { QueryState } from '../../ui/feedback.tsx';
import { TextField, useField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PositionField } from '../../ui/PositionField.tsx';
import { DELETE, EDIT, NEW } from '../../ui/RowDialogs.tsx';
import { SchemaForm } from '../../ui/SchemaForm.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import { ContactFields, formatPosition, TitleField } from '../fields.tsx';
import {
  createAccount,
  END_SESSIONS,
  fetchAccount,
  RESET_FACTOR,
  STATEMENTS,
  SWITCH_OFF,
  saveAccount,
  useAccount,
  useDeleteAccount,
  useEndSessions,
  useResetSecondFactor,
  useSwitchAccount,
  useVerifyAccount,
  VERIFY,
} from './api.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

/** The initial values of the form, from an account or the defaults. */
export function valuesOf(account: User | null) {
  return {
    name: account?.name ?? '',
    email: account?.email ?? '',
    phone: account === null ? '' : formatPhone(account.phone),
    password: '',
    type: account?.type ?? ('' as const),
    address: account?.address ?? '',
    titrePartenaire: account?.titrePartenaire ?? ('' as const),
    pharmacist: account?.pharmacist ?? '',
    licenceNumber: account?.licenceNumber ?? '',
    licenceFrom: account?.licenceFrom ?? '',
    licenceUntil: account?.licenceUntil ?? '',
    orderNumber: account?.orderNumber ?? '',
    location: account?.location ?? null,
    active: account?.active ?? true,
    isPartner: account?.isPartner ?? true,
    verified: account?.verified ?? false,
  };
}

type Values = ReturnType<typeof valuesOf>;

const dayOf = (day: string | null | undefined) => (day ? `${formatDate(day)} ${day.slice(0, 4)}` : null);
const yesOrNo = (value: boolean) => (value ? 'oui' : 'non');

/** The label and the value of each field in words, in the order of the form. */
const fields: readonly { field: keyof Values; label: string; show: (account: User) => string | null }[] = [
  { field: 'type', label: 'Type', show: ({ type }) => userTypeLabels[type] },
  {
    field: 'titrePartenaire',
    label: 'Titre',
    show: ({ titrePartenaire }) => (titrePartenaire ? partnerTitleLabels[titrePartenaire] : null),
  },
  {
    field: 'location',
    label: 'Localisation',
    show: ({ location }) => location && formatPosition(location.coordinates),
  },
  { field: 'pharmacist', label: 'Pharmacien titulaire', show: ({ pharmacist }) => pharmacist ?? null },
  { field: 'licenceNumber', label: 'Autorisation', show: ({ licenceNumber }) => licenceNumber ?? null },
  { field: 'licenceFrom', label: 'Autorisée depuis le', show: ({ licenceFrom }) => dayOf(licenceFrom) },
  { field: 'licenceUntil', label: 'Autorisée jusqu’au', show: ({ licenceUntil }) => dayOf(licenceUntil) },
  { field: 'orderNumber', label: 'Numéro à l’Ordre', show: ({ orderNumber }) => orderNumber ?? null },
  { field: 'name', label: 'Nom', show: ({ name }) => name },
  { field: 'email', label: 'Email', show: ({ email }) => email },
  { field: 'phone', label: 'Téléphone', show: ({ phone }) => formatPhone(phone) },
  { field: 'address', label: 'Adresse', show: ({ address }) => address },
  { field: 'verified', label: 'Prescripteur vérifié', show: ({ verified }) => yesOrNo(verified) },
  { field: 'isPartner', label: 'Pharmacie partenaire', show: ({ isPartner }) => yesOrNo(isPartner === true) },
  { field: 'active', label: 'Compte actif', show: ({ active }) => yesOrNo(active) },
];

export type FieldChange = { field: string; label: string; value: string };

/** The changes of another person that the typed values would overwrite. */
export function changesOf(before: User, now: User, typed: Values): FieldChange[] {
  const old = valuesOf(before);
  const current = valuesOf(now);
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  return fields
    .filter(({ field }) => !isSame(old[field], current[field]) && !isSame(typed[field], current[field]))
    .map(({ field, label, show }) => ({ field, label, value: show(now) ?? 'vide' }));
}

type Props = {
  changes: readonly FieldChange[];
  /** Before the form is sent again. */
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** Lists the changes that another person made while the form was open, and asks which version to keep. */
export function ConflictNotice({ changes, onKeepMine, onTakeTheirs }: Props) {
  return (
    <Notice tone="amber" icon={IconUsers} title="Modifié entre-temps par quelqu’un d’autre" role="alert">
      <ul style={{ margin: 0, paddingInlineStart: 20, overflowWrap: 'anywhere' }}>
        {changes.map(({ field, label, value }) => (
          <li key={field}>{`${label} : ${value}`}</li>
        ))}
      </ul>
      <Group gap="xs">
        <Button type="submit" variant="default" onClick={onKeepMine}>
          Garder la mienne
        </Button>
        <Button variant="default" onClick={onTakeTheirs}>
          Reprendre celle du serveur
        </Button>
      </Group>
    </Notice>
  );
}

const types = [
  { value: '', label: 'Choisir un type' },
  // Super administrators are created by a server command.
  ...userTypes
    .filter((type) => type !== 'superAdmin')
    .map((type) => ({ value: type, label: userTypeLabels[type] })),
];

type AccountFormProps = {
  /** Null for a new one. */
  account: User | null;
  onSaved: () => void;
  onFailed: () => void;
};

/** The form by which the super administrator creates or edits an account. */
export function AccountForm({ account: opened, ...props }: AccountFormProps) {
  // Not the account of the list, which follows the changes of others: what was typed is compared with what was read first.
  const [account, setAccount] = useState(opened);
  return <Fields key={account?.version} {...props} account={account} onTakeTheirs={setAccount} />;
}

/** The account as another person has saved it, and what the typed values would overwrite. */
type Conflict = { now: User; changes: FieldChange[] };

function Fields({
  account,
  onSaved,
  onFailed,
  onTakeTheirs,
}: AccountFormProps & { onTakeTheirs: (now: User) => void }) {
  const [first] = useState(() => valuesOf(account));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  /** The version that has been seen, and may be overwritten. */
  const version = useRef(account?.version);
  const schemaForm = useSchemaForm({
    schema: account === null ? newAccountForm : accountForm(account),
    initialValues: first,
    fieldOfCode: { PHONE_TAKEN: 'phone', EMAIL_TAKEN: 'email', TYPE_IN_USE: 'type' },
    send: async (typed) => {
      if (account === null) await createAccount(typed);
      else {
        const found = await saveUnlessChanged(account, typed, version.current);
        setConflict(found);
        if (found !== null) return onFailed();
      }
      onSaved();
    },
    onFailed,
  });
  const type = schemaForm.form.useWatchValue('type');

  return (
    <SchemaForm
      {...schemaForm}
      // The notice of a conflict says the same.
      problem={conflict === null ? schemaForm.problem : null}
      submit={account === null ? 'Créer' : 'Enregistrer'}
    >
      <ChoiceField name="type" label="Type" data={types} required data-autofocus />
      {type === 'partnerDoctor' ? <TitleField /> : null}
      {type === 'pharmacy' ? (
        <>
          <PositionField
            label="Localisation"
            description="La localisation est requise pour permettre aux clients de trouver la pharmacie"
          />
          <TextField
            name="pharmacist"
            label="Pharmacien titulaire (facultatif)"
            description="Son nom est sur les reçus."
            autoComplete="off"
          />
          <TextField
            name="licenceNumber"
            label="Autorisation d’ouverture (facultatif)"
            description="Le numéro et la date de l’arrêté."
            autoComplete="off"
          />
          <TextField name="licenceFrom" type="date" label="Autorisée depuis le (facultatif)" />
          <TextField
            name="licenceUntil"
            type="date"
            label="Autorisée jusqu’au (facultatif)"
            description="Vous êtes prévenu 60, 30 et 7 jours avant."
          />
          <TextField
            name="orderNumber"
            label="Numéro à l’Ordre des pharmaciens (facultatif)"
            autoComplete="off"
          />
        </>
      ) : null}
      <ContactFields customer={type === 'customer' ? account : null} isNew={account === null} />
      {type === 'partnerDoctor' ? (
        <CheckField
          name="verified"
          label="Prescripteur vérifié"
          description="Ses bénéfices ne sont payés qu’une fois vérifié."
        />
      ) : null}
      {type === 'pharmacy' ? (
        <CheckField
          name="isPartner"
          label="Pharmacie partenaire"
          description="Seule une pharmacie partenaire reçoit des commandes."
        />
      ) : null}
      <CheckField
        name="active"
        label="Compte actif"
        description="Un compte désactivé est déconnecté aussitôt."
      />
      {conflict === null ? null : (
        <ConflictNotice
          changes={conflict.changes}
          onKeepMine={() => {
            version.current = conflict.now.version;
          }}
          onTakeTheirs={() => onTakeTheirs(conflict.now)}
        />
      )}
    </SchemaForm>
  );
}

/**
 * Saves the typed values, unless they would overwrite what another person has changed since this version was read.
 * @returns what they would overwrite; null when they are saved
 */
async function saveUnlessChanged(
  account: User,
  typed: ReturnType<typeof valuesOf>,
  version: string | undefined,
): Promise<Conflict | null> {
  try {
    await saveAccount(account._id, { ...typed, version });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'ACCOUNT_CHANGED')) throw error;
    const now = await fetchAccount(account._id);
    const changes = changesOf(account, now, typed);
    // The same values, such as those of an earlier attempt without a response.
    return changes.length === 0 ? saveUnlessChanged(now, typed, now.version) : { now, changes };
  }
}

function CheckField({ name, ...input }: CheckboxProps & { name: string }) {
  const { key, field } = useField(name, 'checkbox');
  return <Checkbox key={key} {...field} {...input} />;
}

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

function SwitchOff({ rows }: AccountDialogsProps) {
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

function Verify({ rows }: AccountDialogsProps) {
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

function ResetFactor({ rows }: AccountDialogsProps) {
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

function EndSessions({ rows }: AccountDialogsProps) {
  const { value, close } = useDialogUrl(END_SESSIONS);
  const ending = useEndSessions(close);
  const { account } = useAccount(value, rows);
  const isOffered = useOffered(value, account !== undefined && account.type !== 'superAdmin');
  return (
    <ConfirmDialog
      opened={isOffered}
      onClose={close}
      question={`Fermer les sessions de ${account?.name ?? 'ce compte'} ?`}
      confirmLabel="Fermer les sessions"
      onConfirm={() => {
        if (value !== null) ending.mutate(value);
      }}
      pending={ending.isPending}
      danger
    >
      Ses écrans se ferment aussitôt, sur tous ses appareils ; la personne se reconnecte avec son mot de
      passe. Si quelqu’un d’autre le connaît, changez-le d’abord.
    </ConfirmDialog>
  );
}

/** The monthly statements of a partner or a pharmacy. */
function HolderStatements({ rows }: AccountDialogsProps) {
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

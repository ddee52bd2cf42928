import { userTypeLabels, userTypes } from '@amasin/domain/contract/user-type.ts';
import { accountForm, newAccountForm } from '@amasin/domain/users/account.ts';
import { partnerTitleLabels } from '@amasin/domain/users/partner-title.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Button, Checkbox, type CheckboxProps, Group } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { formatDate, formatPhone } from '../../lib/format.ts';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { ChoiceField } from '../../ui/ChoiceField.tsx';
import { TextField, useField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PositionField } from '../../ui/PositionField.tsx';
import { SchemaForm } from '../../ui/SchemaForm.tsx';
import { ContactFields, formatPosition, TitleField } from '../fields.tsx';
import { createAccount, fetchAccount, saveAccount } from './api.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

/** The initial values of the form, from an account or the defaults. */
function valuesOf(account: User | null) {
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

type FieldChange = { field: string; label: string; value: string };

/** The changes of another person that the typed values would overwrite. */
function changesOf(before: User, now: User, typed: Values): FieldChange[] {
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
function ConflictNotice({ changes, onKeepMine, onTakeTheirs }: Props) {
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

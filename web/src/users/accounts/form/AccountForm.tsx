import { userTypeLabels, userTypes } from '@amasin/domain/contract/user-type.ts';
import { accountForm, newAccountForm } from '@amasin/domain/users/account.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Checkbox, type CheckboxProps } from '@mantine/core';
import { useRef, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { useSchemaForm } from '../../../lib/use-schema-form.ts';
import { ChoiceField } from '../../../ui/ChoiceField.tsx';
import { TextField, useField } from '../../../ui/fields.tsx';
import { PositionField } from '../../../ui/PositionField.tsx';
import { SchemaForm } from '../../../ui/SchemaForm.tsx';
import { createAccount, fetchAccount, saveAccount } from '../api.ts';
import { changesOf, type FieldChange, valuesOf } from './account-values.ts';
import { ConflictNotice } from './ConflictNotice.tsx';
import { ContactFields } from './ContactFields.tsx';
import { TitleField } from './TitleField.tsx';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

const types = [
  { value: '', label: 'Choisir un type' },
  // Super administrators are created by a server command.
  ...userTypes
    .filter((type) => type !== 'superAdmin')
    .map((type) => ({ value: type, label: userTypeLabels[type] })),
];

type Props = {
  /** Null for a new one. */
  account: User | null;
  onSaved: () => void;
  onFailed: () => void;
};

/** The form by which the super administrator creates or edits an account. */
export function AccountForm({ account: opened, ...props }: Props) {
  // Not the account of the list, which follows the changes of others: what was typed is compared with what was read first.
  const [account, setAccount] = useState(opened);
  return <Fields key={account?.version} {...props} account={account} onTakeTheirs={setAccount} />;
}

/** The account as another person has saved it, and what the typed values would overwrite. */
type Conflict = { now: User; changes: FieldChange[] };

function Fields({ account, onSaved, onFailed, onTakeTheirs }: Props & { onTakeTheirs: (now: User) => void }) {
  const [first] = useState(() => valuesOf(account));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  /** The version that has been seen, and may be overwritten. */
  const version = useRef(account?.version);
  const schemaForm = useSchemaForm({
    schema: account === null ? newAccountForm : accountForm(account),
    initialValues: first,
    fallback: 'Erreur lors de la sauvegarde',
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

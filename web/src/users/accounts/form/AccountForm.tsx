import type { User } from '@amasin/domain/users/user.ts';
import { userTypeLabels, userTypes } from '@amasin/domain/users/user-type.ts';
import { Checkbox, type CheckboxProps } from '@mantine/core';
import { useState } from 'react';
import { useSchemaForm } from '../../../lib/form/use-schema-form.ts';
import { formatPhone } from '../../../lib/format/phone.ts';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { SchemaForm } from '../../../ui/form/SchemaForm.tsx';
import { useField } from '../../../ui/form/use-field.ts';
import { saveAccount } from '../api.ts';
import { ContactFields } from './ContactFields.tsx';
import { LocationField } from './LocationField.tsx';
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

/** The shared user form of SPEC 2, for the super administrator. */
export default function AccountForm({ account, onSaved, onFailed }: Props) {
  const [first] = useState(() => firstValues(account));
  const [loadSchema] = useState(() => loaderFor(account));
  const schemaForm = useSchemaForm({
    loadSchema,
    initialValues: first,
    fallback: 'Erreur lors de la sauvegarde',
    fieldOfCode: { PHONE_TAKEN: 'phone', EMAIL_TAKEN: 'email', TYPE_IN_USE: 'type' },
    send: async (typed) => {
      await saveAccount(account, typed);
      onSaved();
    },
    onFailed,
  });
  const type = schemaForm.form.useWatchValue('type');

  return (
    <SchemaForm {...schemaForm} submit={account === null ? 'Créer' : 'Enregistrer'}>
      <ChoiceField name="type" label="Type" data={types} required data-autofocus />
      {type === 'partnerDoctor' ? <TitleField /> : null}
      {type === 'pharmacy' ? <LocationField /> : null}
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
    </SchemaForm>
  );
}

function CheckField({ name, ...input }: CheckboxProps & { name: string }) {
  const { key, field } = useField(name, 'checkbox');
  return <Checkbox key={key} {...field} {...input} />;
}

const loaderFor = (account: User | null) => async () => {
  const { accountForm, newAccountForm } = await import('@amasin/domain/users/account.ts');
  return account === null ? newAccountForm : accountForm(account);
};

/** The initial values of the form, from an account or the defaults. */
function firstValues(account: User | null) {
  return {
    name: account?.name ?? '',
    email: account?.email ?? '',
    phone: account === null ? '' : formatPhone(account.phone),
    password: '',
    type: account?.type ?? ('' as const),
    address: account?.address ?? '',
    titrePartenaire: account?.titrePartenaire ?? ('' as const),
    location: account?.location ?? null,
    active: account?.active ?? true,
    isPartner: account?.isPartner ?? true,
    verified: account?.verified ?? false,
  };
}

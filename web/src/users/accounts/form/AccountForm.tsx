import type { User } from '@amasin/domain/users/user.ts';
import type { UserType } from '@amasin/domain/users/user-type.ts';
import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { useSchemaForm } from '../../../lib/form/use-schema-form.ts';
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx';
import { saveAccount } from '../api.ts';
import { ContactFields } from './ContactFields.tsx';
import { firstValues } from './first-values.ts';
import { TypeFields } from './TypeFields.tsx';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

type Props = {
  /** Null for a new one. */
  account: User | null;
  onSaved: () => void;
  /** Called after a refusal, which the form shows. */
  onRefused: () => void;
};

/** The shared user form of SPEC 2, for the super administrator. */
export default function AccountForm({ account, onSaved, onRefused }: Props) {
  const [first] = useState(() => firstValues(account));
  const [loadSchema] = useState(() => loaderFor(account));
  const [type, setType] = useState<UserType | ''>(first.type);
  const { form, sending, formProps } = useSchemaForm({
    loadSchema,
    initialValues: first,
    fallback: 'Erreur lors de la sauvegarde',
    fieldOfCode: { PHONE_TAKEN: 'phone', EMAIL_TAKEN: 'email', TYPE_IN_USE: 'type' },
    send: async (typed) => {
      try {
        await saveAccount(account, typed);
        onSaved();
      } catch (error) {
        onRefused();
        throw error;
      }
    },
  });

  return (
    <form {...formProps}>
      <Stack gap="md">
        <TypeFields form={form} type={type} onType={setType} />
        <ContactFields form={form} customer={type === 'customer' ? account : null} isNew={account === null} />
        {type === 'partnerDoctor' ? (
          <Checkbox
            {...form.getInputProps('verified', { type: 'checkbox' })}
            key={form.key('verified')}
            label="Prescripteur vérifié"
            description="Ses bénéfices ne sont payés qu’une fois vérifié."
          />
        ) : null}
        {type === 'pharmacy' ? (
          <Checkbox
            {...form.getInputProps('isPartner', { type: 'checkbox' })}
            key={form.key('isPartner')}
            label="Pharmacie partenaire"
            description="Seule une pharmacie partenaire reçoit des commandes."
          />
        ) : null}
        <Checkbox
          {...form.getInputProps('active', { type: 'checkbox' })}
          key={form.key('active')}
          label="Compte actif"
          description="Un compte désactivé est déconnecté aussitôt."
        />
        <SubmitButton sending={sending} sendingLabel="Enregistrement en cours…">
          {account === null ? 'Créer' : 'Enregistrer'}
        </SubmitButton>
      </Stack>
    </form>
  );
}

const loaderFor = (account: User | null) => async () => {
  const { accountForm, newAccountForm } = await import('@amasin/domain/users/account.ts');
  return account === null ? newAccountForm : accountForm(account);
};

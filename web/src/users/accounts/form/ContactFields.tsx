import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import type { TypedAccount } from './first-values.ts';

type Props = {
  form: UseFormReturnType<TypedAccount>;
  /** A customer may do without e-mail and address. */
  isCustomer: boolean;
  isNew: boolean;
};

/** Who it is, how to reach them, and the password they log in with. */
export function ContactFields({ form, isCustomer, isNew }: Props) {
  const perhaps = isCustomer ? ' (facultatif)' : '';
  return (
    <>
      <TextInput
        {...form.getInputProps('name')}
        key={form.key('name')}
        label="Nom"
        autoComplete="off"
        required
        withAsterisk={false}
      />
      <TextInput
        {...form.getInputProps('email')}
        key={form.key('email')}
        label={`Email${perhaps}`}
        type="email"
        inputMode="email"
        autoComplete="off"
        required={!isCustomer}
        withAsterisk={false}
      />
      <TextInput
        {...form.getInputProps('phone')}
        key={form.key('phone')}
        label="Téléphone"
        placeholder="01 97 00 00 01"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        required
        withAsterisk={false}
      />
      <PasswordField
        {...form.getInputProps('password')}
        key={form.key('password')}
        label={isNew ? 'Mot de passe' : 'Nouveau mot de passe (facultatif)'}
        description={isNew ? '4 caractères au moins.' : 'Laissez vide pour garder le mot de passe actuel.'}
        autoComplete="new-password"
        required={isNew}
        withAsterisk={false}
      />
      <Textarea
        {...form.getInputProps('address')}
        key={form.key('address')}
        label={`Adresse${perhaps}`}
        autoComplete="off"
        rows={2}
        required={!isCustomer}
        withAsterisk={false}
      />
    </>
  );
}

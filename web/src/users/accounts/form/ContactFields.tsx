import type { User } from '@amasin/domain/users/user.ts';
import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';

type Contact = 'name' | 'email' | 'phone' | 'password' | 'address';
type InputProps = ReturnType<UseFormReturnType<object>['getInputProps']>;

type Props = {
  /** Any form with these fields. */
  form: { key(field: Contact): string; getInputProps(field: Contact): InputProps };
  /** An existing customer, whose e-mail and address remain optional if missing. */
  customer?: Pick<User, 'email' | 'address'> | null;
  isNew: boolean;
  /** Present on sign-up pages, where the browser may autofill the user's own data. */
  own?: { nameLabel: string; nameIs: 'name' | 'organization' };
};

/** Name, e-mail, telephone, password and address. */
export function ContactFields({ form, customer, isNew, own }: Props) {
  const isRequired = (field: 'email' | 'address') => !customer || Boolean(customer[field]);
  const perhaps = (field: 'email' | 'address') => (isRequired(field) ? '' : ' (facultatif)');
  const filledIn = (known: string) => (own === undefined ? 'off' : known);
  return (
    <>
      <TextInput
        {...form.getInputProps('name')}
        key={form.key('name')}
        label={own?.nameLabel ?? 'Nom'}
        autoComplete={filledIn(own?.nameIs ?? 'name')}
        required
        withAsterisk={false}
      />
      <TextInput
        {...form.getInputProps('email')}
        key={form.key('email')}
        label={`Email${perhaps('email')}`}
        description={own && 'Il sert à vous connecter.'}
        type="email"
        inputMode="email"
        autoComplete={filledIn('email')}
        required={isRequired('email')}
        withAsterisk={false}
      />
      <TextInput
        {...form.getInputProps('phone')}
        key={form.key('phone')}
        label="Téléphone"
        placeholder="01 97 00 00 01"
        type="tel"
        inputMode="tel"
        autoComplete={filledIn('tel')}
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
        label={`Adresse${perhaps('address')}`}
        description={own && 'Quartier, rue, repère : ce qui aide à vous trouver.'}
        autoComplete={filledIn('street-address')}
        rows={2}
        required={isRequired('address')}
        withAsterisk={false}
      />
    </>
  );
}

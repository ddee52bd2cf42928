import type { User } from '@amasin/domain/users/user.ts';
import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';

type Contact = 'name' | 'email' | 'phone' | 'password' | 'address';
type InputProps = ReturnType<UseFormReturnType<object>['getInputProps']>;

type Props = {
  /** A form that holds these fields, whatever else it holds. */
  form: { key(field: Contact): string; getInputProps(field: Contact): InputProps };
  /** A customer who signed up without e-mail or address may stay so. */
  customer?: Pick<User, 'email' | 'address'> | null;
  isNew: boolean;
  /** Where people write their own account: the browser may fill in what it knows of them. */
  own?: { nameLabel: string; nameIs: 'name' | 'organization' };
};

/** Who it is, how to reach them, and the password they log in with. */
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

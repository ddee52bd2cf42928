import type { User } from '@amasin/domain/users/user.ts';
import { PasswordField, TextField } from '../../../ui/fields.tsx';
import { TextareaField } from '../../../ui/TextareaField.tsx';

type Props = {
  /** An existing customer, whose e-mail and address remain optional if missing. */
  customer?: Pick<User, 'email' | 'address'> | null;
  isNew: boolean;
  /** Present on sign-up pages, where the browser may autofill the user's own data. */
  own?: { nameLabel: string; nameIs: 'name' | 'organization' };
};

/** Name, e-mail, telephone, password and address. */
export function ContactFields({ customer, isNew, own }: Props) {
  const isRequired = (field: 'email' | 'address') => !customer || Boolean(customer[field]);
  const perhaps = (field: 'email' | 'address') => (isRequired(field) ? '' : ' (facultatif)');
  const filledIn = (known: string) => (own === undefined ? 'off' : known);
  return (
    <>
      <TextField
        name="name"
        label={own?.nameLabel ?? 'Nom'}
        autoComplete={filledIn(own?.nameIs ?? 'name')}
        required
      />
      <TextField
        name="email"
        label={`Email${perhaps('email')}`}
        description={own && 'Il sert à vous connecter.'}
        type="email"
        inputMode="email"
        autoComplete={filledIn('email')}
        required={isRequired('email')}
      />
      <TextField
        name="phone"
        label="Téléphone"
        placeholder="01 97 00 00 01"
        type="tel"
        inputMode="tel"
        autoComplete={filledIn('tel')}
        required
      />
      <PasswordField
        name="password"
        label={isNew ? 'Mot de passe' : 'Nouveau mot de passe (facultatif)'}
        description={isNew ? '4 caractères au moins.' : 'Laissez vide pour garder le mot de passe actuel.'}
        autoComplete="new-password"
        required={isNew}
      />
      <TextareaField
        name="address"
        label={`Adresse${perhaps('address')}`}
        description={own && 'Quartier, rue, repère : ce qui aide à vous trouver.'}
        autoComplete={filledIn('street-address')}
        required={isRequired('address')}
      />
    </>
  );
}

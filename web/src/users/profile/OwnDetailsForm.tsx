import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { call } from '../../lib/api/call.ts';
import { useSchemaForm } from '../../lib/form/use-schema-form.ts';
import { formatPhone } from '../../lib/format/phone.ts';
import { toast } from '../../lib/toast/toast.tsx';
import { SchemaForm } from '../../ui/form/SchemaForm.tsx';
import { TextareaField } from '../../ui/form/TextareaField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';

const loadSchema = () =>
  import('@amasin/domain/users/own-details.ts').then(({ ownDetailsForm }) => ownDetailsForm);

type Props = { user: User; onSaved: (user: User) => void };

/** Only customers may change their e-mail here: other users sign in with it. */
export function OwnDetailsForm({ user, onSaved }: Props) {
  const isCustomer = user.type === 'customer';
  const schemaForm = useSchemaForm({
    loadSchema,
    initialValues: {
      name: user.name,
      phone: formatPhone(user.phone),
      address: user.address ?? '',
      ...(isCustomer && { email: user.email ?? '' }),
    },
    fallback: 'Erreur lors de la mise à jour',
    fieldOfCode: { PHONE_TAKEN: 'phone', EMAIL_TAKEN: 'email' },
    send: async (body) => {
      const response = await call(userEndpoints.updateOwnDetails, { body });
      onSaved(response.user);
      toast.success('Profil mis à jour avec succès');
    },
  });

  return (
    <SchemaForm {...schemaForm} submit="Enregistrer">
      <TextField name="name" label="Nom complet" autoComplete="name" required data-autofocus />
      <TextField
        name="phone"
        label="Numéro de téléphone"
        description={
          isCustomer
            ? 'Il sert à vous connecter. S’il change, vos autres appareils sont déconnectés.'
            : 'S’il change, vos autres appareils sont déconnectés.'
        }
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
      />
      <TextareaField name="address" label="Adresse (facultatif)" autoComplete="street-address" />
      {isCustomer ? (
        <TextField
          name="email"
          label="Email (facultatif)"
          type="email"
          inputMode="email"
          autoComplete="email"
        />
      ) : null}
    </SchemaForm>
  );
}

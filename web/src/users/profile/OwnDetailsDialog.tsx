import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { ownDetailsForm } from '@amasin/domain/users/own-details.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { call } from '../../lib/call.ts';
import { formatPhone } from '../../lib/format.ts';
import { toast } from '../../lib/toast.tsx';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { ResponsiveDialog } from '../../ui/dialog.tsx';
import { PasswordField, TextField } from '../../ui/fields.tsx';
import { SchemaForm } from '../../ui/SchemaForm.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';

type Props = { user: User; onSaved: (user: User) => void };

/** Only customers may change their e-mail here: other users sign in with it. */
export function OwnDetailsForm({ user, onSaved }: Props) {
  const isCustomer = user.type === 'customer';
  const schemaForm = useSchemaForm({
    schema: ownDetailsForm,
    initialValues: {
      name: user.name,
      phone: formatPhone(user.phone),
      address: user.address ?? '',
      currentPassword: '',
      ...(isCustomer && { email: user.email ?? '' }),
    },
    fallback: 'Erreur lors de la mise à jour',
    fieldOfCode: { PHONE_TAKEN: 'phone', EMAIL_TAKEN: 'email', WRONG_PASSWORD: 'currentPassword' },
    send: async ({ currentPassword, ...details }) => {
      const body = { ...details, ...(currentPassword !== '' && { currentPassword }) };
      const response = await call(userEndpoints.updateOwnDetails, { body });
      onSaved(response.user);
      toast.success('Profil mis à jour avec succès');
    },
  });

  const changesPhone = schemaForm.form.useWatchValue('phone') !== formatPhone(user.phone);
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
      {changesPhone ? (
        <PasswordField
          name="currentPassword"
          label="Mot de passe actuel"
          description="Il est demandé pour changer de numéro."
          autoComplete="current-password"
          required
        />
      ) : null}
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

type OwnDetailsDialogProps = {
  user: User;
  opened: boolean;
  onClose: () => void;
  onSaved: (user: User) => void;
};

export function OwnDetailsDialog({ user, opened, onClose, onSaved }: OwnDetailsDialogProps) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title="Modifier mes informations" hasForm>
      <OwnDetailsForm user={user} onSaved={onSaved} />
    </ResponsiveDialog>
  );
}

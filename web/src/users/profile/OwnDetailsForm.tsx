import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Stack, Textarea, TextInput } from '@mantine/core';
import { call } from '../../lib/api/call.ts';
import { useSchemaForm } from '../../lib/form/use-schema-form.ts';
import { formatPhone } from '../../lib/format/phone.ts';
import { toast } from '../../lib/toast/toast.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';

const loadSchema = () =>
  import('@amasin/domain/users/own-details.ts').then(({ ownDetailsForm }) => ownDetailsForm);

type Props = { user: User; onSaved: (user: User) => void };

/** Only customers may change their e-mail here: other users log in with it. */
export function OwnDetailsForm({ user, onSaved }: Props) {
  const isCustomer = user.type === 'customer';
  const { form, sending, formProps } = useSchemaForm({
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
      const answer = await call(userEndpoints.updateOwnDetails, { body });
      onSaved(answer.user);
      toast.success('Profil mis à jour avec succès');
    },
  });

  return (
    <form {...formProps}>
      <Stack gap="md">
        <TextInput
          {...form.getInputProps('name')}
          key={form.key('name')}
          label="Nom complet"
          autoComplete="name"
          required
          withAsterisk={false}
          data-autofocus
        />
        <TextInput
          {...form.getInputProps('phone')}
          key={form.key('phone')}
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
          withAsterisk={false}
        />
        <Textarea
          {...form.getInputProps('address')}
          key={form.key('address')}
          label="Adresse (facultatif)"
          autoComplete="street-address"
          rows={2}
        />
        {isCustomer ? (
          <TextInput
            {...form.getInputProps('email')}
            key={form.key('email')}
            label="Email (facultatif)"
            type="email"
            inputMode="email"
            autoComplete="email"
          />
        ) : null}
        <SubmitButton sending={sending} sendingLabel="Enregistrement en cours…">
          Enregistrer
        </SubmitButton>
      </Stack>
    </form>
  );
}

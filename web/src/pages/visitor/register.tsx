import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { Anchor, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { AuthCard } from '../../layout/entrance/AuthCard.tsx';
import { PrivacyNote } from '../../layout/entrance/PrivacyNote.tsx';
import { VisitorsOnly } from '../../layout/entrance/VisitorsOnly.tsx';
import { call } from '../../lib/api/call.ts';
import { useSchemaForm } from '../../lib/form/use-schema-form.ts';
import { pageMeta } from '../../lib/seo/page-meta.ts';
import { toast } from '../../lib/toast/toast.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';

const loadSchema = () =>
  import('@amasin/domain/session/credentials.ts').then((credentials) => credentials.registrationForm);

export const meta = () =>
  pageMeta({
    title: 'Inscription · Amasin',
    description:
      'Créez votre compte en une minute et commandez vos médicaments, livrés en moins de 2 heures à Cotonou et aux environs.',
  });

const empty = {
  name: '',
  phone: '',
  email: '',
  address: '',
  password: '',
  confirmation: '',
};

export default function Register() {
  const navigate = useNavigate();
  const { form, sending, formProps } = useSchemaForm({
    loadSchema,
    initialValues: empty,
    fallback: "Erreur lors de l'inscription",
    fieldOfCode: { PHONE_TAKEN: 'phone', EMAIL_TAKEN: 'email' },
    send: async ({ confirmation: _, ...body }) => {
      await call(sessionEndpoints.register, { body });
      toast.success('Inscription réussie! Vous pouvez maintenant vous connecter.');
      await navigate('/login');
    },
  });

  return (
    <VisitorsOnly>
      <AuthCard
        title="Créer un compte"
        description="Une minute suffit. Votre téléphone sert à vous connecter et au livreur à vous joindre."
        footer={
          <>
            <PrivacyNote />
            <Text>
              Déjà un compte ?{' '}
              <Anchor component={Link} to="/login">
                Se connecter
              </Anchor>
            </Text>
          </>
        }
      >
        <form {...formProps}>
          <Stack gap="md">
            <TextInput
              {...form.getInputProps('name')}
              key={form.key('name')}
              label="Nom complet"
              autoComplete="name"
              required
              withAsterisk={false}
            />
            <TextInput
              {...form.getInputProps('phone')}
              key={form.key('phone')}
              label="Numéro de téléphone"
              placeholder="01 97 00 00 01"
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              required
              withAsterisk={false}
            />
            <TextInput
              {...form.getInputProps('email')}
              key={form.key('email')}
              label="Email (facultatif)"
              type="email"
              inputMode="email"
              autoComplete="email"
            />
            <Textarea
              {...form.getInputProps('address')}
              key={form.key('address')}
              label="Adresse (facultatif)"
              description="Quartier, rue, repère : ce qui aide le livreur à vous trouver."
              autoComplete="street-address"
              rows={2}
            />
            <PasswordField
              {...form.getInputProps('password')}
              key={form.key('password')}
              label="Mot de passe"
              description="4 caractères au moins."
              autoComplete="new-password"
              required
              withAsterisk={false}
            />
            <PasswordField
              {...form.getInputProps('confirmation')}
              key={form.key('confirmation')}
              label="Confirmer le mot de passe"
              autoComplete="new-password"
              required
              withAsterisk={false}
            />
            <SubmitButton sending={sending} sendingLabel="Inscription en cours…">
              S’inscrire
            </SubmitButton>
          </Stack>
        </form>
      </AuthCard>
    </VisitorsOnly>
  );
}

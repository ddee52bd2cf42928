import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { Text } from '@mantine/core';
import { useLocation, useNavigate } from 'react-router';
import { AuthCard, PrivacyNote } from '../../layout/AuthCard.tsx';
import { call } from '../../lib/call.ts';
import { pageMeta } from '../../lib/seo.ts';
import { toast } from '../../lib/toast.tsx';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { withProof } from '../../session/enter.ts';
import {
  entranceState,
  partsOf,
  rememberPassword,
  typedPhone,
  typedToSignUp,
} from '../../session/entrance-state.ts';
import { PasswordField, TextField } from '../../ui/fields.tsx';
import { SchemaForm } from '../../ui/SchemaForm.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { PageLink } from '../../ui/text.tsx';
import { OpenRegistration } from '../../users/signing-up/OpenRegistration.tsx';
import { takenFields, useLostSignUp } from '../../users/signing-up/use-lost-sign-up.tsx';

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
  const { state, search } = useLocation();
  const lost = useLostSignUp({ door: '/login', onTaken: rememberPassword });
  const schemaForm = useSchemaForm({
    schema: loadSchema,
    initialValues: empty,
    known: () => ({ phone: typedPhone(state), ...typedToSignUp(state) }),
    fallback: "Erreur lors de l'inscription",
    fieldOfCode: takenFields,
    // In the state of the navigation, which a reload leaves and the next page does not see.
    onLeft: ({ password: _, confirmation: _again, ...typed }) =>
      void navigate(
        { search },
        { replace: true, preventScrollReset: true, state: { ...partsOf(state), typed } },
      ),
    send: async ({ confirmation: _, ...body }) => {
      await lost.send(body, () =>
        withProof((captcha) => call(sessionEndpoints.register, { body: { ...body, captcha } })),
      );
      toast.success('Inscription réussie! Vous pouvez maintenant vous connecter.');
      rememberPassword(body.phone, body.password);
      await navigate('/login', { state: entranceState(state, body.phone) });
    },
  });
  const phone = schemaForm.form.useWatchValue('phone');
  const next = entranceState(state, phone);

  return (
    <AuthCard
      title="Créer un compte"
      description="Une minute suffit. Votre téléphone sert à vous connecter et au livreur à vous joindre."
      footer={
        <>
          <PrivacyNote />
          <Text>
            Déjà un compte ?{' '}
            <PageLink to="/login" state={next}>
              Se connecter
            </PageLink>
          </Text>
        </>
      }
    >
      <OpenRegistration type="customer">
        <SchemaForm {...schemaForm} submit="S’inscrire" sendingLabel="Inscription en cours…">
          {lost.noticeFor(phone, next)}
          <TextField name="name" label="Nom complet" autoComplete="name" required />
          <TextField
            name="phone"
            label="Numéro de téléphone"
            placeholder="01 97 00 00 01"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            required
          />
          <TextField
            name="email"
            label="Email (facultatif)"
            type="email"
            inputMode="email"
            autoComplete="email"
          />
          <TextareaField
            name="address"
            label="Adresse (facultatif)"
            description="Quartier, rue, repère : ce qui aide le livreur à vous trouver."
            autoComplete="street-address"
          />
          <PasswordField
            name="password"
            label="Mot de passe"
            description="4 caractères au moins."
            autoComplete="new-password"
            required
          />
          <PasswordField
            name="confirmation"
            label="Confirmer le mot de passe"
            autoComplete="new-password"
            required
          />
        </SchemaForm>
      </OpenRegistration>
    </AuthCard>
  );
}

import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { AuthCard } from '../../layout/entrance/AuthCard.tsx';
import { PrivacyNote } from '../../layout/entrance/PrivacyNote.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { useSchemaForm } from '../../lib/form/use-schema-form.ts';
import { pageMeta } from '../../lib/seo/page-meta.ts';
import { toast } from '../../lib/toast/toast.tsx';
import { entranceState, rememberPassword, typedPhone } from '../../session/entrance-state.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { SchemaForm } from '../../ui/form/SchemaForm.tsx';
import { TextareaField } from '../../ui/form/TextareaField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { PageLink } from '../../ui/text/PageLink.tsx';

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

// A repeated sign-up finds both taken; the server names one.
const takenFields = { PHONE_TAKEN: 'phone', EMAIL_TAKEN: 'email' };

export default function Register() {
  const navigate = useNavigate();
  const { state } = useLocation();
  // The number whose sign-up got no response: the server may have made the account, and then refuses another.
  const unanswered = useRef<string | null>(null);
  const [mayExist, setMayExist] = useState<string | null>(null);
  const schemaForm = useSchemaForm({
    loadSchema,
    initialValues: empty,
    known: () => ({ phone: typedPhone(state) }),
    fallback: "Erreur lors de l'inscription",
    fieldOfCode: takenFields,
    send: async ({ confirmation: _, ...body }) => {
      try {
        await call(sessionEndpoints.register, { body });
      } catch (error) {
        const code = error instanceof ApiError ? error.code : '';
        if (code === 'NETWORK') unanswered.current = body.phone;
        if (code in takenFields && unanswered.current === body.phone) {
          rememberPassword(body.phone, body.password);
          setMayExist(body.phone);
        }
        throw error;
      }
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
      <SchemaForm {...schemaForm} submit="S’inscrire" sendingLabel="Inscription en cours…">
        {mayExist === null || mayExist !== phone ? null : (
          <Notice tone="blue" icon={IconInfoCircle} role="alert">
            <Text>
              Votre compte a peut-être déjà été créé :{' '}
              <PageLink to="/login" state={next} c="inherit">
                connectez-vous
              </PageLink>
              .
            </Text>
          </Notice>
        )}
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
    </AuthCard>
  );
}

import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { AuthCard } from '../../layout/AuthCard.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { useHydrated } from '../../lib/hydration.tsx';
import { pageMeta } from '../../lib/seo.ts';
import { toast } from '../../lib/toast.tsx';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { enter } from '../../session/enter.ts';
import { endedIn, entranceState } from '../../session/entrance-state.ts';
import { ForgottenLink } from '../../session/ForgottenLink.tsx';
import { useSession } from '../../session/session-context.ts';
import { PasswordField, TextField } from '../../ui/fields.tsx';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { SchemaForm } from '../../ui/SchemaForm.tsx';
import { PageLink } from '../../ui/text.tsx';

const loadSchema = () =>
  import('@amasin/domain/session/credentials.ts').then((credentials) => credentials.adminLogin);

const CodeStep = lazyWithRetry(() => import('../../session/CodeStep.tsx').then((module) => module.CodeStep), {
  height: 160,
});

type Credentials = { email: string; password: string };

export const meta = () =>
  pageMeta({
    title: 'Espace professionnel · Amasin',
    description: 'Connexion des professionnels de santé et des pharmacies partenaires d’Amasin.',
  });

export default function AdminLogin() {
  const { signIn } = useSession();
  const { state } = useLocation();
  // The prerendered page has no navigation state.
  const ended = useHydrated() ? endedIn(state) : null;
  // Right, but a code is needed too. In memory only.
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const open = ({ token, user }: { token: string; user: User }) => {
    if (!token || !user) throw new ApiError(200, 'INCOMPLETE', "Données d'identification manquantes");
    signIn(token, user);
    toast.success('Connexion réussie!');
  };
  const schemaForm = useSchemaForm({
    schema: loadSchema,
    initialValues: { email: '', password: '' },
    fallback: 'Erreur de connexion',
    send: async (values) => {
      try {
        open(await enter((proofs) => call(sessionEndpoints.adminLogin, { body: { ...values, ...proofs } })));
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'CODE_REQUIRED')) throw error;
        setCredentials(values);
      }
    },
  });

  return (
    <AuthCard
      title="Espace professionnel"
      description="Réservé aux professionnels de santé et aux pharmacies partenaires."
      footer={
        <>
          <Text>
            Vous êtes client ? <PageLink to="/login">Connectez-vous ici</PageLink>
          </Text>
          {/* Closer to the links below, which are 44 px high, than to the text above. */}
          <Text mt={8} mb={-8}>
            Pas encore inscrit ?
          </Text>
          <Text>
            <PageLink to="/register-pharmacy">Pharmacie</PageLink> ou{' '}
            <PageLink to="/register-partner">professionnel de santé</PageLink>
          </Text>
          <PageLink to="/" size="xs" c="dimmed">
            Retour à l’interface publique
          </PageLink>
        </>
      }
    >
      {ended === null ? null : (
        <Text role="status" fw={600} mb="md">
          {ended}
        </Text>
      )}
      {credentials === null ? null : (
        <CodeStep credentials={credentials} onSignedIn={open} onBack={() => setCredentials(null)} />
      )}
      <div hidden={credentials !== null}>
        <SchemaForm {...schemaForm} submit="Se connecter" sendingLabel="Connexion en cours…">
          <TextField
            name="email"
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="username"
            required
          />
          <PasswordField name="password" label="Mot de passe" autoComplete="current-password" required />
          <ForgottenLink state={{ ...entranceState(state), door: '/admin' }} />
        </SchemaForm>
      </div>
    </AuthCard>
  );
}

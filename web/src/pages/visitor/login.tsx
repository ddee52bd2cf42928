import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { Text } from '@mantine/core';
import { useLocation } from 'react-router';
import { AuthCard } from '../../layout/AuthCard.tsx';
import { call } from '../../lib/call.ts';
import { useHydrated } from '../../lib/hydration.tsx';
import { prefetchPages } from '../../lib/page-files.ts';
import { pageMeta } from '../../lib/seo.ts';
import { handOver } from '../../lib/stored.ts';
import { toast } from '../../lib/toast.tsx';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { enter } from '../../session/enter.ts';
import { endedIn, entranceState, takePassword, typedPhone } from '../../session/entrance-state.ts';
import { ForgottenLink } from '../../session/ForgottenLink.tsx';
import { useSession } from '../../session/session-context.ts';
import { PasswordField, TextField } from '../../ui/fields.tsx';
import { SchemaForm } from '../../ui/SchemaForm.tsx';
import { PageLink } from '../../ui/text.tsx';
import { NextStep } from '../../users/signing-up/NextStep.tsx';

const loadSchema = () =>
  import('@amasin/domain/session/credentials.ts').then((credentials) => credentials.login);

export const meta = () =>
  pageMeta({
    title: 'Connexion · Amasin',
    description:
      'Connectez-vous avec votre numéro de téléphone pour commander vos médicaments et suivre vos livraisons.',
  });

export default function Login() {
  const { signIn } = useSession();
  const { state } = useLocation();
  // The prerendered page has no navigation state.
  const ended = useHydrated() ? endedIn(state) : null;
  const schemaForm = useSchemaForm({
    schema: loadSchema,
    initialValues: { identifier: '', password: '' },
    known: () => {
      const identifier = typedPhone(state);
      return { identifier, password: takePassword(identifier) };
    },
    fallback: 'Erreur de connexion',
    // Not by the router's own prefetch, which reloads the page, and what is typed, when a file cannot be fetched.
    onBegin: () => prefetchPages([next.from ?? '/dashboard']),
    send: async (values) => {
      const { token, user } = await enter((proofs) =>
        call(sessionEndpoints.login, { body: { ...values, ...proofs } }),
      );
      handOver(user._id);
      signIn(token, user);
      toast.success('Connexion réussie!');
    },
  });

  const next = entranceState(state, schemaForm.form.useWatchValue('identifier'));

  return (
    <AuthCard
      title="Connexion"
      description="Retrouvez vos commandes et suivez vos livraisons."
      footer={
        <>
          <Text>
            Pas encore de compte ?{' '}
            <PageLink to="/register" state={next}>
              Créer un compte
            </PageLink>
          </Text>
          <PageLink to="/admin" state={state} size="xs" c="dimmed">
            Professionnel de santé ou pharmacie partenaire ? Connectez-vous ici
          </PageLink>
        </>
      }
    >
      {ended === null ? null : (
        <Text role="status" fw={600} mb="md">
          {ended}
        </Text>
      )}
      <SchemaForm {...schemaForm} submit="Se connecter" sendingLabel="Connexion en cours…">
        <NextStep />
        <TextField
          name="identifier"
          label="Numéro de téléphone"
          placeholder="01 97 00 00 01"
          type="tel"
          inputMode="tel"
          autoComplete="username"
          required
        />
        <PasswordField name="password" label="Mot de passe" autoComplete="current-password" required />
        <ForgottenLink state={next} />
      </SchemaForm>
    </AuthCard>
  );
}

import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { secondFactorConfirmation, secondFactorStart } from '@amasin/domain/session/second-factor.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../lib/call.ts';
import { toast } from '../lib/toast.tsx';
import { useSchemaForm } from '../lib/use-schema-form.ts';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { PasswordField, TextField } from '../ui/fields.tsx';
import { QrCode } from '../ui/QrCode.tsx';
import { SchemaForm } from '../ui/SchemaForm.tsx';
import styles from './SecondFactor.module.css';
import { useSession } from './session-context.ts';
import { SignOutButton } from './sign-out.tsx';

/** The secret as a QR code, and as text for an application on the same device. */
function SecretToGive({ secret, uri }: { secret: string; uri: string }) {
  return (
    <Stack gap="md">
      <Text>
        Scannez ce code avec une application de codes (Google Authenticator, Aegis, 2FAS), ou tapez-y la clé.
      </Text>
      <QrCode className={styles.code} text={uri} label="Code QR de la clé" />
      <code className={styles.key}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
    </Stack>
  );
}

type Props = { codes: readonly string[]; onKept: () => void };

/** Shown once: the server keeps only their hashes. */
function RecoveryCodes({ codes, onKept }: Props) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast.success('Codes copiés');
    } catch {
      // Without https, or without permission.
      toast.error('La copie n’est pas possible ici. Notez les codes.');
    }
  };
  return (
    <Stack gap="md">
      <div role="status">
        <strong>Gardez ces codes de secours</strong>
        <Text>
          Chacun remplace une fois votre application, si vous perdez votre téléphone. Ils ne seront plus
          affichés.
        </Text>
      </div>
      <ul className={styles.codes} aria-label="Codes de secours">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        leftSection={<IconCopy size={20} aria-hidden="true" />}
        onClick={() => void copy()}
      >
        Copier les codes
      </Button>
      <Button size="md" fullWidth onClick={onKept}>
        J’ai gardé ces codes
      </Button>
    </Stack>
  );
}

type Secret = { secret: string; uri: string };

type SecondFactorFormProps = {
  user: User;
  /** Called when the recovery codes have been kept. */
  onDone: () => void;
};

/** Activates the second step of signing in: password, secret and first code, recovery codes. */
function SecondFactorForm({ user, onDone }: SecondFactorFormProps) {
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onKept={onDone} />;
  if (secret !== null) return <Confirmation secret={secret} onConfirmed={setCodes} />;
  return <Start isReplacing={user.hasSecondFactor === true} onStarted={setSecret} />;
}

function Start({ isReplacing, onStarted }: { isReplacing: boolean; onStarted: (secret: Secret) => void }) {
  const schemaForm = useSchemaForm({
    schema: secondFactorStart,
    initialValues: { currentPassword: '', code: '' },
    fallback: 'Erreur lors de la préparation',
    fieldOfCode: { WRONG_PASSWORD: 'currentPassword', CODE_REQUIRED: 'code', WRONG_SECOND_CODE: 'code' },
    send: async (body) => onStarted(await call(sessionEndpoints.startSecondFactor, { body })),
  });
  return (
    <SchemaForm {...schemaForm} submit="Continuer" sendingLabel="Vérification en cours…">
      <PasswordField
        name="currentPassword"
        label="Mot de passe actuel"
        autoComplete="current-password"
        required
        data-autofocus
      />
      {isReplacing ? (
        <TextField
          name="code"
          label="Code actuel"
          description="De votre application, ou un code de secours."
          autoComplete="one-time-code"
          required
        />
      ) : null}
    </SchemaForm>
  );
}

function Confirmation({
  secret,
  onConfirmed,
}: {
  secret: Secret;
  onConfirmed: (codes: readonly string[]) => void;
}) {
  const schemaForm = useSchemaForm({
    schema: secondFactorConfirmation,
    initialValues: { code: '' },
    fallback: 'Erreur lors de l’activation',
    fieldOfCode: { WRONG_SECOND_CODE: 'code' },
    send: async (body) => {
      const { recoveryCodes } = await call(sessionEndpoints.confirmSecondFactor, { body });
      onConfirmed(recoveryCodes);
    },
  });
  return (
    <SchemaForm {...schemaForm} submit="Activer" sendingLabel="Activation en cours…">
      <SecretToGive {...secret} />
      <TextField
        name="code"
        label="Code affiché par l’application"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
      />
    </SchemaForm>
  );
}

type SecondFactorDialogProps = { user: User; opened: boolean; onClose: () => void };

export function SecondFactorDialog({ user, opened, onClose }: SecondFactorDialogProps) {
  const { updateUser } = useSession();
  const onDone = () => {
    updateUser({ ...user, hasSecondFactor: true });
    onClose();
    toast.success('Connexion en deux étapes activée');
  };
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title="Connexion en deux étapes" hasForm>
      <SecondFactorForm user={user} onDone={onDone} />
    </ResponsiveDialog>
  );
}

/** In place of every page of a person who has to activate the second step of signing in first. */
export function EnrolFirst({ user, onDone }: { user: User; onDone: () => void }) {
  const { updateUser } = useSession();
  const onEnrolled = () => {
    const { mustEnrol: _, ...rest } = user;
    updateUser({ ...rest, hasSecondFactor: true });
    onDone();
  };
  return (
    <Stack gap="md" maw={520} mx="auto" py="lg">
      <Title order={1}>Protégez votre compte</Title>
      <Text c="dimmed">
        Un compte comme le vôtre se connecte en deux étapes : son mot de passe, puis un code de son téléphone.
      </Text>
      <Paper withBorder radius="lg" p="md">
        <SecondFactorForm user={user} onDone={onEnrolled} />
      </Paper>
      <SignOutButton variant="subtle" />
    </Stack>
  );
}

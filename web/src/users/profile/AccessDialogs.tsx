import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { type OwnSession, passwordChangeForm } from '@amasin/domain/session/own-access.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { ApiError, mayBeDone } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { keys } from '../../lib/keys.ts';
import { toast } from '../../lib/toast.tsx';
import { useChange } from '../../lib/use-change.ts';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { StateBadge } from '../../ui/badges.tsx';
import { ResponsiveDialog } from '../../ui/dialog.tsx';
import { QueryState } from '../../ui/feedback.tsx';
import { PasswordField } from '../../ui/fields.tsx';
import { PlainList } from '../../ui/PlainList.tsx';
import { SchemaForm } from '../../ui/SchemaForm.tsx';
import { DateTime } from '../../ui/text.tsx';
import styles from './profile.module.css';

const MAY_BE_CHANGED =
  'Il est possible que votre mot de passe ait déjà été changé. Essayez le nouveau comme mot de passe actuel.';

type Props = { user: User; opened: boolean; onClose: () => void };

export function PasswordDialog({ user, opened, onClose }: Props) {
  // Here, so that closing the dialog after a failure does not forget it.
  const isUnanswered = useRef(false);
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title="Changer mon mot de passe" hasForm>
      <PasswordForm user={user} onChanged={onClose} isUnanswered={isUnanswered} />
    </ResponsiveDialog>
  );
}

type FormProps = {
  user: User;
  onChanged: () => void;
  /** Whether an earlier change got no response: the server may have made it, and then refuses the former password. */
  isUnanswered: RefObject<boolean>;
};

function PasswordForm({ user, onChanged, isUnanswered }: FormProps) {
  const schemaForm = useSchemaForm({
    schema: passwordChangeForm,
    initialValues: { currentPassword: '', password: '', confirmation: '' },
    fallback: 'Erreur lors du changement du mot de passe',
    fieldOfCode: { WRONG_PASSWORD: 'currentPassword', MAY_BE_CHANGED: 'currentPassword' },
    send: async ({ currentPassword, password }) => {
      try {
        await call(sessionEndpoints.changePassword, { body: { currentPassword, password } });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (mayBeDone(error)) isUnanswered.current = true;
        if (error.code === 'WRONG_PASSWORD' && isUnanswered.current)
          throw new ApiError(error.status, 'MAY_BE_CHANGED', MAY_BE_CHANGED);
        throw error;
      }
      isUnanswered.current = false;
      onChanged();
      toast.success('Mot de passe changé. Vos autres appareils sont déconnectés.');
    },
  });
  return (
    <SchemaForm {...schemaForm} submit="Changer le mot de passe">
      {/* A password manager then changes the password of this account. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={(user.type === 'customer' ? user.phone : user.email) ?? ''}
        readOnly
        hidden
      />
      <PasswordField
        name="currentPassword"
        label="Mot de passe actuel"
        autoComplete="current-password"
        required
        data-autofocus
      />
      <PasswordField
        name="password"
        label="Nouveau mot de passe"
        description="Au moins 4 caractères. Vos autres appareils seront déconnectés."
        autoComplete="new-password"
        required
      />
      <PasswordField
        name="confirmation"
        label="Confirmer le nouveau mot de passe"
        autoComplete="new-password"
        required
      />
    </SchemaForm>
  );
}

type SessionsDialogProps = { opened: boolean; onClose: () => void };

export function SessionsDialog({ opened, onClose }: SessionsDialogProps) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title="Mes appareils">
      <Sessions />
    </ResponsiveDialog>
  );
}

/** Where the person is signed in; each device can be signed out, and all others at once. */
function Sessions() {
  const query = useQuery({
    queryKey: keys.sessions.lists,
    queryFn: ({ signal }) =>
      call(sessionEndpoints.listSessions, {}, { signal }).then((body) => body.sessions),
  });
  const endAll = useChange({
    resource: 'sessions',
    mutationFn: () => call(sessionEndpoints.endOtherSessions),
    done: 'Vos autres appareils sont déconnectés',
    failed: 'Erreur lors de la déconnexion',
  });
  const sessions = query.data;
  if (sessions === undefined)
    return (
      <QueryState query={query} message="Erreur lors du chargement de vos appareils" rows={2} height={72} />
    );
  return (
    <>
      <PlainList>
        {sessions.map((session) => (
          <Device key={session._id} session={session} />
        ))}
      </PlainList>
      {sessions.length > 1 ? (
        <Button
          variant="default"
          mt="md"
          fullWidth
          loading={endAll.isPending}
          onClick={() => endAll.mutate()}
        >
          Déconnecter les autres appareils
        </Button>
      ) : null}
    </>
  );
}

function Device({ session }: { session: OwnSession }) {
  const end = useChange({
    resource: 'sessions',
    mutationFn: () => call(sessionEndpoints.endOneSession, { params: { id: session._id } }),
    done: 'Appareil déconnecté',
    failed: 'Erreur lors de la déconnexion',
  });
  const name = session.device ?? 'Appareil inconnu';
  return (
    <li className={styles.device}>
      <div>
        <strong className={styles.name}>{name}</strong>
        <span className={styles.detail}>
          Connecté : <DateTime at={session.createdAt} />
        </span>
        <span className={styles.detail}>
          Vu : <DateTime at={session.lastSeenAt} />
        </span>
      </div>
      {session.current ? (
        <StateBadge tone="sage" icon={IconCheck} label="Cet appareil" />
      ) : (
        <Button
          variant="default"
          loading={end.isPending}
          onClick={() => end.mutate()}
          aria-label={`Déconnecter ${name}`}
        >
          Déconnecter
        </Button>
      )}
    </li>
  );
}

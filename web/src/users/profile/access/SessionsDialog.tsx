import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import type { OwnSession } from '@amasin/domain/session/own-access.ts';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { keys } from '../../../lib/keys.ts';
import { useChange } from '../../../lib/use-change.ts';
import { StateBadge } from '../../../ui/badges.tsx';
import { ResponsiveDialog } from '../../../ui/dialog.tsx';
import { QueryState } from '../../../ui/feedback.tsx';
import { DateTime } from '../../../ui/text.tsx';
import styles from './access.module.css';

type Props = { opened: boolean; onClose: () => void };

export function SessionsDialog({ opened, onClose }: Props) {
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
      <ul className={styles.list}>
        {sessions.map((session) => (
          <Device key={session._id} session={session} />
        ))}
      </ul>
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

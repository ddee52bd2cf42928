import { MAX_COUNTED } from '@amasin/domain/contract/counted.ts';
import { formatNumber } from '@amasin/domain/contract/format.ts';
import { DAY_MS } from '@amasin/domain/contract/time.ts';
import { typeset } from '@amasin/domain/contract/typeset.ts';
import { notificationEndpoints, pushEndpoints } from '@amasin/domain/notifications/endpoints.ts';
import type { Notification } from '@amasin/domain/notifications/notification.ts';
import { Button, Group, Switch, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChecks, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useContext, useId, useRef, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { countOf, formatMoment, formatRecent, totalOf } from '../lib/format.ts';
import { keys } from '../lib/keys.ts';
import { toast } from '../lib/toast.tsx';
import { useNow } from '../lib/use-now.ts';
import { SessionContext } from '../session/session-context.ts';
import { EmptyState, QueryState } from '../ui/feedback.tsx';
import { PlainList } from '../ui/PlainList.tsx';
import type { Latest } from './api.ts';
import styles from './NotificationPanel.module.css';
import { isSubscribed, subscribe, unsubscribe } from './push.ts';
import { askPermission, playTone, readSoundChoice, watchSoundChoice, writeSoundChoice } from './sound.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';

/** The sound setting (null: not answered yet), and its setter, which plays a tone at once. */
export function useSounds(): [enabled: boolean | null, choose: (on: boolean) => void] {
  const enabled = useSyncExternalStore(watchSoundChoice, readSoundChoice, () => null);
  const choose = (on: boolean) => {
    writeSoundChoice(on);
    if (!on) return;
    void playTone();
    askPermission();
  };
  return [enabled, choose];
}

/** Shown above the list until it is answered. */
export function SoundPrompt({ onChoose }: { onChoose: (on: boolean) => void }) {
  return (
    <section className={styles.prompt} aria-label="Sons">
      <strong className={styles.question}>
        <IconVolume size={20} stroke={1.75} aria-hidden="true" />
        Activer les sons ?
      </strong>
      <span className={styles.buttons}>
        <Button variant="light" size="xs" onClick={() => onChoose(true)}>
          Activer
        </Button>
        <Button variant="subtle" size="xs" onClick={() => onChoose(false)}>
          Plus tard
        </Button>
      </span>
    </section>
  );
}

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

type Props = { enabled: boolean; onChange: (on: boolean) => void };

/** Below the list, once the prompt was answered. */
export function SoundSwitch({ enabled, onChange }: Props) {
  return (
    <div className={styles.switch}>
      <Button
        variant="subtle"
        size="xs"
        leftSection={enabled ? <IconVolumeOff {...icon} /> : <IconVolume {...icon} />}
        onClick={() => onChange(!enabled)}
      >
        {enabled ? 'Couper les sons' : 'Activer les sons'}
      </Button>
    </div>
  );
}

/** `home-screen`: Safari on iPhone and iPad offers push messages only to installed apps. */
export type PushSupport = 'ready' | 'blocked' | 'home-screen' | 'none';

/** Whether this browser can receive push messages now. */
export function pushSupport(): PushSupport {
  const isSupported =
    'serviceWorker' in navigator && 'PushManager' in window && typeof Notification !== 'undefined';
  if (isSupported) return Notification.permission === 'denied' ? 'blocked' : 'ready';
  return isAppleTouch() ? 'home-screen' : 'none';
}

/** An iPad presents itself as a Mac, which has no touch screen. */
function isAppleTouch(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

/** Not under the key of the notifications, whose queries are refetched when notifications change. */
const keyQuery = ['push', 'key'] as const;

const hints: Readonly<Partial<Record<PushSupport, string>>> = {
  blocked:
    'Les notifications d’Amasin sont bloquées sur cet appareil. Autorisez-les dans les réglages du site (à gauche de l’adresse) ou de l’application, puis revenez ici.',
  'home-screen':
    'Sur iPhone, ajoutez d’abord Amasin à l’écran d’accueil : Partager, puis « Sur l’écran d’accueil ».',
};

/** Push messages on this device, where the server sends them and the browser receives them. */
export function PushSwitch({ userId }: { userId: string }) {
  const hintId = useId();
  const [support, setSupport] = useState(pushSupport);
  const key = useQuery({
    queryKey: keyQuery,
    queryFn: ({ signal }) => call(pushEndpoints.readPushKey, {}, { signal }).then((response) => response.key),
    enabled: support !== 'none',
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const [subscribed, setSubscribed] = useState(() => isSubscribed(userId));
  const turning = useMutation({
    mutationFn: async ({ on, key }: { on: boolean; key: string }) => {
      if (on) return subscribe(userId, key);
      await unsubscribe(userId);
      return false;
    },
    onSuccess: setSubscribed,
    onError: (error) =>
      toast.error(messageOf(error, 'Les alertes n’ont pas pu être réglées sur cet appareil')),
    onSettled: () => setSupport(pushSupport()),
  });
  if (typeof key !== 'string') return null;
  const hint = hints[support];
  const on = support === 'ready' && subscribed;
  return (
    <div>
      {support === 'home-screen' ? null : (
        <Switch
          label="Recevoir les alertes même quand Amasin est fermé"
          aria-describedby={hint === undefined ? undefined : hintId}
          checked={turning.isPending ? !on : on}
          disabled={turning.isPending || support !== 'ready'}
          onChange={() => turning.mutate({ on: !on, key })}
        />
      )}
      {hint === undefined ? null : (
        <Text id={hintId} size="xs" c="dimmed">
          {hint}
        </Text>
      )}
    </div>
  );
}

const readingKey = ['notifications', 'reading'] as const;

/** Marks one (null: all) as read: optimistic, undone when the server refuses. */
export function useReading() {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: readingKey,
    mutationFn: (id: string | null) =>
      id === null
        ? call(notificationEndpoints.readAllNotifications)
        : call(notificationEndpoints.readNotification, { params: { id } }),
    onMutate: async (id) => {
      // A pending response would restore the old state.
      await queries.cancelQueries({ queryKey: keys.notifications.all });
      const before = queries.getQueryData<Latest>(keys.notifications.all);
      if (before === undefined) return undefined;
      const reading = readingOf(before, id);
      queries.setQueryData(keys.notifications.all, markAs(before, reading, true));
      return reading;
    },
    onError: (error, _id, reading) => {
      const now = queries.getQueryData<Latest>(keys.notifications.all);
      if (now !== undefined && reading !== undefined) {
        queries.setQueryData(keys.notifications.all, markAs(now, reading, false));
      }
      toast.error(messageOf(error, "Erreur lors de l'opération"));
    },
    onSettled: () => {
      // While another one is pending, the server's state is older than ours.
      if (queries.isMutating({ mutationKey: readingKey }) > 1) return;
      void queries.invalidateQueries({ queryKey: keys.notifications.all });
    },
  });
  return mutate;
}

/** One mark-as-read: the ids that it changes among the loaded rows, and how many unread ones in total. */
type Reading = { ids: ReadonlySet<string>; count: number };

/** The notifications that change when this one (null: all) is marked as read. */
function readingOf({ notifications, unread }: Latest, id: string | null): Reading {
  const ids = notifications
    .filter(({ _id, isRead }) => !isRead && (id === null || _id === id))
    .map(({ _id }) => _id);
  return { ids: new Set(ids), count: id === null ? unread : ids.length };
}

/** Applies it, or undoes it. */
function markAs(latest: Latest, { ids, count }: Reading, isRead: boolean): Latest {
  return {
    ...latest,
    unread: Math.max(0, latest.unread + (isRead ? -count : count)),
    notifications: latest.notifications.map((one) => (ids.has(one._id) ? { ...one, isRead } : one)),
  };
}

/** « À l'instant », minutes, hours, then days. */
export function formatAge(at: Date, now: Date): string {
  const days = Math.floor((now.getTime() - at.getTime()) / DAY_MS);
  return days < 1 ? formatRecent(at, now) : `Il y a ${days}\u00a0j`;
}

type NotificationRowProps = {
  notification: Notification;
  /** The link replaces the panel's own URL in the history. */
  replacing: boolean;
  onRead: () => void;
  onLeave: () => void;
};

/**
 * One notification: a click marks it as read, and follows its link. What was said of the same order before unfolds below it.
 */
export function NotificationRow({ notification, replacing, onRead, onLeave }: NotificationRowProps) {
  const { title, message, isRead, createdAt, link, earlier } = notification;
  const now = useNow();
  const moment = new Date(createdAt);
  const content = (
    <>
      <span className={styles.title}>
        {isRead ? null : <VisuallyHidden>Non lue : </VisuallyHidden>}
        <span>{typeset(title)}</span>
      </span>
      {message === '' ? null : <span className={styles.message}>{typeset(message)}</span>}
      <time className={styles.age} dateTime={createdAt} title={formatMoment(moment, now)}>
        {formatAge(moment, now)}
      </time>
    </>
  );
  const read = () => {
    if (!isRead) onRead();
  };
  const shared = { className: styles.row ?? '', 'data-unread': !isRead || undefined };
  const leave = () => {
    read();
    onLeave();
  };
  return (
    <>
      {link === null ? (
        // Not `disabled` once read: it would lose the focus.
        <UnstyledButton {...shared} onClick={read} aria-disabled={isRead || undefined}>
          {content}
        </UnstyledButton>
      ) : (
        <Link {...shared} to={link} replace={replacing} onClick={leave}>
          {content}
        </Link>
      )}
      {earlier.length === 0 ? null : <Earlier sentences={earlier} now={now} />}
    </>
  );
}

function Earlier({ sentences, now }: { sentences: Notification['earlier']; now: Date }) {
  return (
    <details className={styles.earlier}>
      <summary className={styles.summary}>
        {countOf(sentences.length, 'message plus ancien', 'messages plus anciens')}
      </summary>
      <ul className={styles.sentences}>
        {sentences.map(({ title, message, createdAt }) => (
          <li key={`${createdAt} ${title}`}>
            <span>{typeset(message === '' ? title : message)}</span>{' '}
            <time className={styles.age} dateTime={createdAt}>
              {formatAge(new Date(createdAt), now)}
            </time>
          </li>
        ))}
      </ul>
    </details>
  );
}

type NotificationListProps = {
  latest: Latest;
  replacing: boolean;
  onLeave: () => void;
  onAllRead: () => void;
};

export function NotificationList({ latest, replacing, onLeave, onAllRead }: NotificationListProps) {
  const { notifications, total, unread } = latest;
  const read = useReading();
  const readAll = () => {
    read(null);
    onAllRead();
  };
  return (
    <>
      <Group gap={0} justify="space-between">
        <Text component="span" size="xs" c="dimmed">
          {unread === 0 ? 'Tout est lu' : totalOf(Math.min(unread, MAX_COUNTED + 1), 'non lue', 'non lues')}
        </Text>
        {unread === 0 ? null : (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconChecks size={20} aria-hidden="true" />}
            onClick={readAll}
          >
            Tout marquer comme lu
          </Button>
        )}
      </Group>
      <PlainList gap={4} aria-label="Dernières notifications">
        {notifications.map((one) => (
          <li key={one._id}>
            <NotificationRow
              notification={one}
              replacing={replacing}
              onRead={() => read(one._id)}
              onLeave={onLeave}
            />
          </li>
        ))}
      </PlainList>
      {total > notifications.length ? (
        <Text size="xs" c="dimmed" ta="center">
          {`Les ${notifications.length} plus récentes sur ${formatNumber(total)}`}
        </Text>
      ) : null}
    </>
  );
}

type NotificationPanelProps = {
  query: UseQueryResult<Latest>;
  replacing: boolean;
  onLeave: () => void;
};

/** The 10 most recent, and the settings for sounds and push messages. */
export function NotificationPanel({ query, replacing, onLeave }: NotificationPanelProps) {
  const [sounds, choose] = useSounds();
  const userId = useContext(SessionContext)?.user?._id;
  const top = useRef<HTMLDivElement>(null);
  // Receives the focus when the pressed button is unmounted.
  const keepFocus = () => top.current?.focus({ preventScroll: true });
  const chooseSounds = (on: boolean) => {
    choose(on);
    keepFocus();
  };
  return (
    <div ref={top} className={styles.panel} tabIndex={-1}>
      {sounds === null ? <SoundPrompt onChoose={chooseSounds} /> : null}
      <Content query={query} replacing={replacing} onLeave={onLeave} onAllRead={keepFocus} />
      {userId === undefined ? null : <PushSwitch userId={userId} />}
      {sounds === null ? null : <SoundSwitch enabled={sounds} onChange={choose} />}
    </div>
  );
}

function Content({ query, onAllRead, ...rest }: NotificationPanelProps & { onAllRead: () => void }) {
  const { data } = query;
  if (data === undefined) {
    return <QueryState query={query} message="Erreur de chargement" rows={4} height={72} />;
  }
  if (data.notifications.length === 0) {
    return (
      <EmptyState title="Aucune notification" titleOrder={3} pictogram="phone">
        Ce qui vous concerne s’affiche ici dès que cela arrive.
      </EmptyState>
    );
  }
  return <NotificationList latest={data} onAllRead={onAllRead} {...rest} />;
}

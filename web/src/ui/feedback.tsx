import { Button, Loader, Skeleton, Stack, Text, type TextProps, Title } from '@mantine/core';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf, NETWORK_MESSAGE } from '../lib/api-error.ts';
import { useOnline } from '../lib/use-online.ts';
import { Pictogram, type PictogramName } from './art.tsx';
import styles from './feedback.module.css';

type Props = {
  title: string;
  /** 1 where it is the whole page; the heading of a part otherwise. */
  titleOrder?: 1 | 2 | 3;
  /** Says what to do next. */
  children?: ReactNode;
  /** The button or link that does it. */
  action?: ReactNode;
  pictogram?: PictogramName;
};

export function EmptyState({ title, titleOrder = 2, children, action, pictogram = 'basket' }: Props) {
  return (
    <Stack className={styles.state} align="center" gap="xs">
      <Pictogram name={pictogram} />
      <Title order={titleOrder} size={titleOrder === 1 ? 'h2' : 'h3'}>
        {title}
      </Title>
      {children ? (
        <Text c="dimmed" component="div">
          {children}
        </Text>
      ) : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </Stack>
  );
}

type ErrorStateProps = {
  /** The server's message, or the screen's own. */
  message: string;
  /** Says what is not lost. */
  reassurance?: string;
  onRetry: () => void;
  retrying?: boolean;
  /** Replaces a whole page: the message is its heading. */
  page?: boolean;
};

export function ErrorState({
  message,
  reassurance,
  onRetry,
  retrying = false,
  page = false,
}: ErrorStateProps) {
  return (
    <Stack className={styles.state} align="center" gap="xs" role="alert">
      <IconCloudOff className={styles.errorIcon} size={40} stroke={1.5} aria-hidden="true" />
      <Text component={page ? 'h1' : 'p'} m={0} fw={600} size="lg">
        {message}
      </Text>
      {reassurance ? <Text c="dimmed">{reassurance}</Text> : null}
      <Button
        className={styles.action}
        variant="default"
        leftSection={<IconRefresh size={20} aria-hidden="true" />}
        onClick={onRetry}
        loading={retrying}
      >
        Réessayer
      </Button>
    </Stack>
  );
}

/** For protected routes, while the session is loaded. */
export function FullPageSpinner() {
  return (
    <div className={styles.fullPage} role="status" aria-label="Chargement…">
      <Loader size="lg" />
    </div>
  );
}

type ListSkeletonProps = {
  rows?: number;
  /** Height of one row in pixels. */
  height?: number;
};

/** Grey rows in the shape of the list. They appear after 150 ms, so that a fast response does not flicker. */
export function ListSkeleton({ rows = 4, height = 88 }: ListSkeletonProps) {
  return (
    <Stack className={styles.skeleton} gap="sm" role="status" aria-label="Chargement…">
      {[...Array(rows).keys()].map((row) => (
        <Skeleton key={row} height={height} />
      ))}
    </Stack>
  );
}

type QueryStateProps = {
  query: Pick<UseQueryResult, 'error' | 'failureReason' | 'fetchStatus' | 'refetch'>;
  /** The screen's message when there is no response. */
  message?: string;
  /** As in `ListSkeleton`. */
  rows: number;
  height: number;
};

/**
 * Shown until the data is loaded: a skeleton, or from the first failed attempt on an error with a retry button, while
 * other attempts follow by themselves. Offline no request is sent, so a skeleton would never disappear.
 */
export function QueryState({
  query: { error, failureReason, fetchStatus, refetch },
  message = 'Erreur lors du chargement des données',
  ...shape
}: QueryStateProps) {
  const isPaused = fetchStatus === 'paused';
  const problem = error ?? failureReason;
  if (problem === null && !isPaused) return <ListSkeleton {...shape} />;
  // The button asks at once, even between two attempts.
  return (
    <ErrorState
      message={messageOf(problem, message)}
      {...(fetchStatus === 'fetching' && { reassurance: 'Nouvel essai en cours…' })}
      onRetry={() => void refetch()}
    />
  );
}

type RetryLineProps = Pick<TextProps, 'mt'> & { problem: string; onRetry: () => unknown; retrying?: boolean };

/** One line for an error, with « Réessayer »: the rest of the screen remains. */
export function RetryLine({ problem, onRetry, retrying = false, ...text }: RetryLineProps) {
  return (
    <Text role="alert" size="xs" {...text}>
      <span>{problem}</span>{' '}
      <Button variant="subtle" onClick={() => void onRetry()} loading={retrying}>
        Réessayer
      </Button>
    </Text>
  );
}

const SLOW = 'La page tarde à arriver : votre réseau est lent.';
const TIMEOUT_MS = 15_000;
/** Offline the next page is either cached or unavailable. */
const OFFLINE_TIMEOUT_MS = 1000;

/**
 * Redirects to another page and replaces the history entry. Shows a skeleton until that page is loaded, then an error with
 * « Réessayer »; retries by itself when the device is online again.
 */
export function GoTo({ to, state }: { to: string; state?: object }) {
  const navigate = useNavigate();
  const online = useOnline();
  const [attempt, setAttempt] = useState(0);
  const [late, setLate] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: redirects again at each attempt and when online again; not for an equal state
  useEffect(() => {
    setLate(false);
    void navigate(to, { replace: true, state });
    const timer = setTimeout(() => setLate(true), online ? TIMEOUT_MS : OFFLINE_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [to, navigate, online, attempt]);

  if (!late) return <ListSkeleton rows={3} height={120} />;
  return (
    <ErrorState
      page
      message={online ? SLOW : NETWORK_MESSAGE}
      onRetry={() => setAttempt((count) => count + 1)}
    />
  );
}

import { DAY_MS } from '@amasin/domain/contract/time.ts';
import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isTransient, messageOf } from '../lib/api-error.ts';
import { call, onRefusal, proveWith } from '../lib/call.ts';
import { useHydrated } from '../lib/hydration.tsx';
import { retryDelay } from '../lib/query-client.ts';
import type { Schema } from '../lib/schema.ts';
import { readToken, watchToken, writeToken } from '../lib/session-token.ts';
import { clearEnded, clearStored, countStored, storedOf, WAITING_ORDERS } from '../lib/stored.ts';
import { toast } from '../lib/toast.tsx';
import { lazyDialog } from '../ui/lazy.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { ConsentPlace } from './ConsentPlace.tsx';
import { type Ended, entranceOf, typeOf } from './page-access.ts';
import { type Session, SessionContext, type SessionStatus } from './session-context.ts';

/** The other types see health data of many people, at a desk with a network: nothing of theirs is cached. */
const CACHED_TYPES: readonly UserType[] = ['customer', 'deliveryPerson'];

/** As long as a session lasts, because a device may stay offline. */
const MAX_AGE_MS = 30 * DAY_MS;

/** The end of the token: the cached user is valid for the same session only. */
const markOf = (token: string) => token.slice(-8);

/** Stored in place of a person's id: read before it is known whose session this is. */
const PLACE = 'session';

type CachedUser = { mark: string; at: number; user: User };

/** By hand: the functions of lib/schema.ts would be loaded with every page. */
const readCached: Schema<CachedUser> = (value) => {
  const { at, user, ...rest } = value as CachedUser;
  const isUser =
    CACHED_TYPES.includes(user.type) && typeof user._id === 'string' && typeof user.name === 'string';
  if (!isUser || !(Date.now() - at < MAX_AGE_MS)) throw new TypeError('no cached user');
  return { ...rest, at, user };
};

const cachedUser = storedOf('seen-user', readCached);

/**
 * Stores who a customer or a courier is, so that their pages open offline, and before the server has responded. Removed at
 * sign-out.
 */
function cacheUser(token: string, user: User): void {
  const isCached = CACHED_TYPES.includes(user.type);
  cachedUser.write(PLACE, isCached ? { mark: markOf(token), at: Date.now(), user } : null);
}

function readCachedUser(token: string | null | undefined): User | undefined {
  if (typeof token !== 'string') return undefined;
  const cached = cachedUser.read(PLACE);
  return cached?.mark === markOf(token) ? cached.user : undefined;
}

const KEY = 'staff';

/** Notes that the person signed in here is of the staff, until they sign out; nothing else about them. */
export function noteStaff(isStaff: boolean): void {
  try {
    if (isStaff) window.localStorage.setItem(KEY, '1');
    else window.localStorage.removeItem(KEY);
  } catch {
    // The browser refuses storage: after a reload nobody is known.
  }
}

/** Whether a member of the staff signed in here last and has not signed out: their session has ended in another way. */
function wasStaff(): boolean {
  try {
    return window.localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

const EXPIRED = 'Session expirée, veuillez vous reconnecter';
const ENDED =
  'Votre session est terminée : elle a expiré ou a été fermée ailleurs. Reconnectez-vous pour reprendre.';
const LOST =
  'La commande qui attendait le réseau sur cet appareil a été effacée avec sa photo : commandez à nouveau.';
const NOT_STORED =
  'Votre appareil ne peut rien enregistrer : vous devrez vous reconnecter après avoir fermé cette page.';

const ProvePhoneDialog = lazyDialog(() =>
  import('./ProvePhoneDialog.tsx').then((module) => module.ProvePhoneDialog),
);

const isStaff = (user: User) => typeOf(user) !== 'customer';

const sessionKey = (token: string | null | undefined) => ['session', token] as const;

export function SessionProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();
  // Cached data belongs to the session that loaded it: it is removed before any component sees the new token, even when
  // another tab changes it.
  const watch = useCallback(
    (listener: () => void) =>
      watchToken(() => {
        removeOtherSessions(queries);
        listener();
      }),
    [queries],
  );
  const stored = useSyncExternalStore(watch, readToken, readToken);
  // The prerendered page has no token, and the first render must equal it.
  const token = useHydrated() ? stored : undefined;

  const me = useQuery<User>({
    queryKey: sessionKey(token),
    queryFn: ({ signal }) => call(sessionEndpoints.me, {}, { signal }).then((response) => response.user),
    enabled: typeof token === 'string',
    // A network failure or an outage never ends a session: retry until there is a response.
    retry: (_failures, error) => isTransient(error),
    retryDelay,
    staleTime: 60_000,
    // A user cached on this device sees their pages at once; the server confirms afterwards.
    placeholderData: () => readCachedUser(token),
  });

  const confirmed = me.isPlaceholderData ? undefined : me.data;
  useEffect(() => {
    if (typeof token !== 'string' || confirmed === undefined) return;
    cacheUser(token, confirmed);
    noteStaff(isStaff(confirmed));
  }, [token, confirmed]);

  // Again after the components have rendered: requests of the former session may have finished meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the token has changed
  useEffect(() => () => removeOtherSessions(queries), [token, queries]);

  useEffect(() => {
    proveWith(() =>
      import('./captcha.ts').then(({ makeCaptcha }) => makeCaptcha()).then((made) => made.proof),
    );
  }, []);

  const proving = useDialogUrl('preuve');
  const prove = useRef(proving.open);
  prove.current = proving.open;
  const [ended, setEnded] = useState<Ended | null>(null);
  const latest = useRef(location);
  latest.current = location;
  useEffect(() => {
    onRefusal((error, refused) => {
      // A late response to another session does not apply to this one.
      if (refused !== readToken()) return;
      const established = queries.getQueryData<User>(sessionKey(refused));
      if (error.status === 401) {
        const isIdle = error.code === 'SESSION_IDLE';
        const ofStaff = isIdle || (established === undefined ? wasStaff() : isStaff(established));
        const lost = established === undefined ? 0 : countStored(established._id, WAITING_ORDERS);
        // Rule 41: they read why on their sign-in page, not in a toast: they may come back much later. A stored token that is
        // invalid at start is dropped without a message to a customer.
        const reason: Ended | null = ofStaff
          ? { door: '/admin', why: isIdle ? error.message : ENDED }
          : established === undefined
            ? null
            : { door: '/login', why: lost === 0 ? EXPIRED : `${EXPIRED}. ${LOST}` };
        setEnded(reason);
        writeToken(null);
        clearEnded(isIdle);
        if (established === undefined) return;
        const { to, state } = entranceOf(latest.current, reason);
        navigate(to, { replace: true, state });
      } else if (error.code === 'SECOND_FACTOR_REQUIRED' && established !== undefined) {
        queries.setQueryData(sessionKey(refused), { ...established, mustEnrol: true });
      } else if (error.code === 'PHONE_PROOF_REQUIRED') {
        prove.current();
      } else if (error.code === 'ACCOUNT_DISABLED' && established?.active) {
        queries.setQueryData(sessionKey(refused), {
          ...established,
          active: false,
        });
      }
    });
  }, [navigate, queries]);

  const signIn = useCallback(
    (given: string, user: User) => {
      queries.setQueryData(sessionKey(given), user);
      setEnded(null);
      noteStaff(isStaff(user));
      if (!writeToken(given)) toast.error(NOT_STORED);
    },
    [queries],
  );

  const updateUser = useCallback(
    (user: User) => {
      if (typeof token === 'string') queries.setQueryData(sessionKey(token), user);
    },
    [queries, token],
  );

  // While leaving a protected page for an open one, the guard must not redirect to /login.
  const [leaving, setLeaving] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after a navigation
  useEffect(() => setLeaving(null), [location.key]);

  const leave = useCallback(
    (to: string) => {
      // Loading the page may take long on a slow network: what is stored about the person is removed first.
      setLeaving(to);
      noteStaff(false);
      setEnded(null);
      writeToken(null);
      clearStored();
      toast.clear();
      void navigate(to);
    },
    [navigate],
  );
  const signOut = useCallback(async () => {
    const revoked = call(sessionEndpoints.logout).catch(() => null);
    leave('/');
    toast.success('Déconnexion réussie');
    await revoked;
  }, [leave]);

  const leavingTo = token === null ? leaving : null;
  const status = leavingTo === null ? statusOf(token, me) : 'leaving';
  const user = status === 'signedIn' ? (me.data ?? null) : null;
  const problem = status === 'unreachable' ? messageOf(me.failureReason) : null;
  const retry = useCallback(() => {
    // A refetch would wait for the pending retry; a reset sends a request at once.
    void queries.resetQueries({ queryKey: sessionKey(token) });
  }, [queries, token]);
  // Ended in another tab, or before this page was loaded.
  const why = useMemo<Ended | null>(
    () => ended ?? (status === 'visitor' && wasStaff() ? { door: '/admin', why: ENDED } : null),
    [ended, status],
  );
  const session = useMemo<Session>(
    () => ({ status, leavingTo, user, problem, ended: why, signIn, updateUser, leave, signOut, retry }),
    [status, leavingTo, user, problem, why, signIn, updateUser, leave, signOut, retry],
  );
  return (
    <SessionContext value={session}>
      {children}
      {user === null ? null : (
        <>
          <ProvePhoneDialog opened={proving.opened} onClose={proving.close} phone={user.phone ?? ''} />
          <ConsentPlace key={user._id} user={user} onGiven={updateUser} />
        </>
      )}
    </SessionContext>
  );
}

function removeOtherSessions(queries: QueryClient): void {
  const isOther = ([word, whose]: readonly unknown[]) => word !== 'session' || whose !== readToken();
  queries.removeQueries({ predicate: ({ queryKey }) => isOther(queryKey) });
}

type MeQuery = {
  data: User | undefined;
  failureCount: number;
  isError: boolean;
  fetchStatus: string;
};

function statusOf(token: string | null | undefined, me: MeQuery): SessionStatus {
  if (token === undefined) return 'loading';
  if (token === null) return 'visitor';
  if (me.data !== undefined) return 'signedIn';
  return me.isError || me.failureCount > 0 || me.fetchStatus === 'paused' ? 'unreachable' : 'loading';
}

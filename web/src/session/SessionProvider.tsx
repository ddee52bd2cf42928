import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isTransient, messageOf } from '../lib/api/api-error.ts';
import { call, onRefusal } from '../lib/api/call.ts';
import { retryDelay } from '../lib/api/query-client.ts';
import { readToken, watchToken, writeToken } from '../lib/api/token.ts';
import { useHydrated } from '../lib/hydration/hydration.tsx';
import { clearCached, clearStored } from '../lib/storage/storage.ts';
import { toast } from '../lib/toast/toast.tsx';
import { keepCustomer, readCustomer } from './seen-customer.ts';
import { type Session, SessionContext, type SessionStatus } from './session-context.ts';

const sessionKey = (token: string | null | undefined) => ['session', token] as const;

export function SessionProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  // Whatever was read belongs to the session that read it, also when it is another tab that changes person: it is gone
  // before any screen hears of the new one.
  const watch = useCallback(
    (listener: () => void) =>
      watchToken(() => {
        forgetOthers(queries);
        listener();
      }),
    [queries],
  );
  const stored = useSyncExternalStore(watch, readToken, readToken);
  // Written pages know no token: the first picture is everybody's, the person's own comes once the page is alive.
  const token = useHydrated() ? stored : undefined;

  const me = useQuery({
    queryKey: sessionKey(token),
    queryFn: ({ signal }) => call(sessionEndpoints.me, {}, { signal }).then((answer) => answer.user),
    enabled: typeof token === 'string',
    // Our own outage or the network never ends a session (RELIABILITY F20): it is asked until there is an answer.
    retry: (_failures, error) => isTransient(error),
    retryDelay,
    staleTime: 60_000,
    // A customer seen on this device is shown their pages at once; the server's word follows.
    placeholderData: () => readCustomer(token),
  });

  const known = me.isPlaceholderData ? undefined : me.data;
  useEffect(() => {
    if (typeof token === 'string' && known !== undefined) keepCustomer(token, known);
  }, [token, known]);

  // Once more when the screens have changed: what the former ones asked meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the token has changed
  useEffect(() => () => forgetOthers(queries), [token, queries]);

  useEffect(() => {
    onRefusal((error, refused) => {
      // An answer to a session that has been left or replaced meanwhile says nothing about the present one.
      if (refused !== readToken()) return;
      const established = queries.getQueryData<User>(sessionKey(refused));
      if (error.status === 401) {
        writeToken(null);
        clearCached();
        // A stored token found dead on arrival is dropped without a word (SPEC 4).
        if (established === undefined) return;
        toast.error('Session expirée, veuillez vous reconnecter');
        navigate('/login', { replace: true });
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
      writeToken(given);
    },
    [queries],
  );

  const updateUser = useCallback(
    (user: User) => {
      if (typeof token === 'string') queries.setQueryData(sessionKey(token), user);
    },
    [queries, token],
  );

  // Who leaves a guarded page is on the way home, not a visitor to be sent to /login.
  const { key } = useLocation();
  const [leaving, setLeaving] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: run when the person has arrived somewhere
  useEffect(() => setLeaving(false), [key]);

  const signOut = useCallback(async () => {
    const revoked = call(sessionEndpoints.logout).catch(() => null);
    // On a weak line home may be long in coming: what is known of the person goes first.
    setLeaving(true);
    writeToken(null);
    clearStored();
    toast.success('Déconnexion réussie');
    void navigate('/');
    await revoked;
  }, [navigate]);

  const status = leaving && token === null ? 'leaving' : statusOf(token, me);
  const user = status === 'signedIn' ? (me.data ?? null) : null;
  const problem = status === 'unreachable' ? messageOf(me.failureReason) : null;
  const retry = useCallback(() => {
    // Started afresh: a mere refetch would join the try that is waiting for its turn.
    void queries.resetQueries({ queryKey: sessionKey(token) });
  }, [queries, token]);
  const session = useMemo<Session>(
    () => ({ status, user, problem, signIn, updateUser, signOut, retry }),
    [status, user, problem, signIn, updateUser, signOut, retry],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

function forgetOthers(queries: QueryClient): void {
  const isForeign = ([word, whose]: readonly unknown[]) => word !== 'session' || whose !== readToken();
  queries.removeQueries({ predicate: ({ queryKey }) => isForeign(queryKey) });
}

type Asked = {
  data: User | undefined;
  failureCount: number;
  isError: boolean;
  fetchStatus: string;
};

function statusOf(token: string | null | undefined, me: Asked): SessionStatus {
  if (token === undefined) return 'loading';
  if (token === null) return 'visitor';
  if (me.data !== undefined) return 'signedIn';
  return me.isError || me.failureCount > 0 || me.fetchStatus === 'paused' ? 'unreachable' : 'loading';
}

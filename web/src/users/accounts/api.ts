import type { CallInput } from '@amasin/domain/contract/endpoint.ts';
import { readUserType, userTypeLabels } from '@amasin/domain/contract/user-type.ts';
import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../lib/call.ts';
import { quoted } from '../../lib/format.ts';
import { keys } from '../../lib/keys.ts';
import { listOf } from '../../lib/lists.ts';
import { useChange } from '../../lib/use-change.ts';
import { readers, searchParamFilters } from '../../ui/search-param-filters.ts';

/** Search params of the dialogs that confirm a change; the value is the id of the account. */
export const SWITCH_OFF = 'desactivation';
export const VERIFY = 'verification';
export const RESET_FACTOR = 'deux-etapes';
export const END_SESSIONS = 'sessions';
/** The same, of the dialog with the statements of a partner or a pharmacy. */
export const STATEMENTS = 'releves';

export const accountFilters = searchParamFilters({
  /** Part of a name, e-mail or telephone. */
  q: readers.text(100),
  type: (text) => readUserType(text) ?? '',
  active: readers.oneOf(['true', 'false']),
  page: readers.page,
});

export type AccountFilters = typeof accountFilters.none;

/** French descriptions of the active filters, for the count line. */
export function describeFilters({ q, type, active }: AccountFilters): string[] {
  const texts: string[] = [];
  if (q.trim() !== '') texts.push(quoted(q.trim()));
  if (type !== '') texts.push(userTypeLabels[type]);
  if (active !== '') texts.push(active === 'true' ? 'Actifs' : 'Désactivés');
  return texts;
}

export const PAGE_SIZE = 50;

/** One page of the filtered accounts; the previous page remains while it loads. */
export function useAccounts(filters: AccountFilters) {
  const query = useQuery({
    queryKey: keys.users.list(filters),
    queryFn: ({ signal }) =>
      call(userEndpoints.listUsers, { query: { ...filters, limit: PAGE_SIZE } }, { signal }),
    placeholderData: (previous) => previous,
  });
  return listOf(query, query.data?.users, query.data?.total);
}

/** The number of accounts, by state and type. */
export function useAccountCounts() {
  return useQuery({
    queryKey: keys.stats.of('users'),
    queryFn: ({ signal }) => call(statsEndpoints.readUserStats, {}, { signal }),
  });
}

/**
 * The account of a link, loaded if the list does not contain it. Once found it remains, even if a reloaded list no longer
 * contains it: its form may be open.
 */
export function useAccount(id: string | null, rows: readonly User[] | undefined) {
  const last = useRef<User | undefined>(undefined);
  last.current = rows?.find(({ _id }) => _id === id) ?? last.current;
  const listed = last.current?._id === id ? last.current : undefined;
  const read = useQuery({
    queryKey: keys.users.detail(id ?? ''),
    queryFn: ({ signal }) => fetchAccount(id ?? '', signal),
    enabled: id !== null && rows !== undefined && listed === undefined,
  });
  return { ...read, account: listed ?? read.data };
}

/** Activates and deactivates accounts. The request contains the new state, so it is idempotent. */
export function useSwitchAccount() {
  return useChange({
    resource: 'users',
    mutationFn: ({ _id, active }: User) =>
      call(userEndpoints.toggleUser, { params: { id: _id }, body: { active: !active } }),
    done: 'Statut mis à jour',
    failed: 'Erreur lors de la mise à jour',
  });
}

/** Deactivates an account as the dialog shows it, whatever another administrator did since. */
export function useSwitchOff() {
  const { mutate, isPending } = useSwitchAccount();
  return {
    isPending,
    mutate: (account: User, options: { onSuccess: () => void }) =>
      mutate({ ...account, active: true }, options),
  };
}

/** Verifies a prescriber, whose held benefits can then be paid. */
export function useVerifyAccount() {
  return useChange({
    resource: 'users',
    mutationFn: ({ _id }: User) =>
      call(userEndpoints.updateUser, { params: { id: _id }, body: { verified: true } }),
    done: 'Utilisateur mis à jour',
    failed: 'Erreur lors de la mise à jour',
  });
}

/** For a person who has lost their application and their recovery codes. */
export function useResetSecondFactor() {
  return useChange({
    resource: 'users',
    mutationFn: ({ _id: id }: User) => call(userEndpoints.resetSecondFactor, { params: { id } }),
    done: 'Connexion en deux étapes retirée',
    failed: 'Erreur lors de la mise à jour',
  });
}

/** For a person whose telephone or password somebody else may have. */
export function useEndSessions() {
  return useChange({
    resource: 'users',
    mutationFn: ({ _id: id }: User) => call(userEndpoints.endUserSessions, { params: { id } }),
    done: 'Sessions fermées',
    failed: 'Erreur lors de la mise à jour',
  });
}

export function useDeleteAccount(onDone: () => void) {
  return useChange({
    resource: 'users',
    mutationFn: (id: string) => call(userEndpoints.deleteUser, { params: { id } }),
    done: 'Utilisateur supprimé',
    failed: 'Erreur lors de la suppression',
    onDone,
  });
}

type NewAccount = CallInput<typeof userEndpoints.createUser>['body'];

export const createAccount = (typed: NewAccount) => call(userEndpoints.createUser, { body: typed });

/** Updates an account; an empty password is not sent. */
export function saveAccount(
  id: string,
  { password, ...rest }: NewAccount & { version?: string | undefined },
) {
  const body = password === '' ? rest : { ...rest, password };
  return call(userEndpoints.updateUser, { params: { id }, body });
}

/** The account as it is now. */
export const fetchAccount = (id: string, signal?: AbortSignal): Promise<User> =>
  call(userEndpoints.readUser, { params: { id } }, signal && { signal }).then(({ user }) => user as User);

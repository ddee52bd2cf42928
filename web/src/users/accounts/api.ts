import type { CallInput } from '@amasin/domain/contract/endpoint.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { toast } from '../../lib/toast/toast.tsx';
import type { Choice } from './filtering/choice.ts';

export const PAGE_SIZE = 50;

const keys = {
  all: ['accounts'] as const,
  list: (choice: Choice) => ['accounts', 'list', choice] as const,
  one: (id: string) => ['accounts', 'one', id] as const,
};

/** One page of the accounts that match. */
export function useAccounts(choice: Choice) {
  return useQuery({
    queryKey: keys.list(choice),
    queryFn: ({ signal }) =>
      call(userEndpoints.listUsers, { query: { ...choice, limit: PAGE_SIZE } }, { signal }),
    // While other filters load, the list that stands stays.
    placeholderData: (previous) => previous,
  });
}

/**
 * The account of a link; asked for where the list, once it is there, does not know it. Once listed it stays, though the
 * list comes back without it: somebody may be writing.
 */
export function useAccount(id: string | null, known: readonly User[] | undefined) {
  const last = useRef<User | undefined>(undefined);
  last.current = known?.find(({ _id }) => _id === id) ?? last.current;
  const listed = last.current?._id === id ? last.current : undefined;
  const read = useQuery({
    queryKey: keys.one(id ?? ''),
    queryFn: ({ signal }) =>
      call(userEndpoints.readUser, { params: { id: id ?? '' } }, { signal }).then(({ user }) => user as User),
    enabled: id !== null && known !== undefined && listed === undefined,
  });
  return { ...read, account: listed ?? read.data };
}

/** To be called after anything that changed an account, or that shows that one is not what this screen believes. */
export function useRefreshAccounts() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: keys.all });
}

/** Turns accounts on and off. The wish is named: pressed twice, it is still the same. */
export function useSwitchAccount() {
  const refresh = useRefreshAccounts();
  return useMutation({
    mutationFn: ({ _id, active }: User) =>
      call(userEndpoints.toggleUser, { params: { id: _id }, body: { active: !active } }),
    onSuccess: () => toast.success('Statut mis à jour'),
    onError: (error) => toast.error(messageOf(error, 'Erreur lors de la mise à jour')),
    onSettled: refresh,
  });
}

/** Says that a prescriber is who they say they are: benefits that waited for it can be paid. */
export function useVerifyAccount() {
  const refresh = useRefreshAccounts();
  return useMutation({
    mutationFn: ({ _id }: User) =>
      call(userEndpoints.updateUser, { params: { id: _id }, body: { verified: true } }),
    onSuccess: () => toast.success('Utilisateur mis à jour'),
    onError: (error) => toast.error(messageOf(error, 'Erreur lors de la mise à jour')),
    onSettled: refresh,
  });
}

export function useDeleteAccount(onDeleted: () => void) {
  const refresh = useRefreshAccounts();
  return useMutation({
    mutationFn: (id: string) => call(userEndpoints.deleteUser, { params: { id } }),
    onSuccess: () => {
      onDeleted();
      toast.success('Utilisateur supprimé');
    },
    onError: (error) => toast.error(messageOf(error, 'Erreur lors de la suppression')),
    onSettled: refresh,
  });
}

type NewAccount = CallInput<typeof userEndpoints.createUser>['body'];

/** Makes the account, or changes the one there is; an empty password is not sent (SPEC 5). */
export async function saveAccount(account: User | null, typed: NewAccount): Promise<User> {
  if (account === null) return (await call(userEndpoints.createUser, { body: typed })).user;
  const { password, ...rest } = typed;
  const body = password === '' ? rest : typed;
  return (await call(userEndpoints.updateUser, { params: { id: account._id }, body })).user;
}

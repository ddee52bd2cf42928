import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { countOf } from '../../lib/format/money.ts';
import { useAddressChoice } from '../../lib/history/use-address-choice.ts';
import { useOnline } from '../../ui/connection/use-online.ts';
import { preloadDialog } from '../../ui/dialog/ResponsiveDialog.tsx';
import { useDialogAddress } from '../../ui/dialog/use-dialog-address.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { ListSkeleton } from '../../ui/feedback/ListSkeleton.tsx';
import { CountLine } from '../../ui/filtering/CountLine.tsx';
import { LazyDialog } from '../../ui/loading/LazyPart.tsx';
import { AccountList } from './AccountList.tsx';
import styles from './accounts.module.css';
import { PAGE_SIZE, useAccounts, useSwitchAccount, useVerifyAccount } from './api.ts';
import { DELETE, EDIT } from './dialog-names.ts';
import { nothingChosen, readChoice, withChoice } from './filtering/choice.ts';
import { describe } from './filtering/describe.ts';
import { Filters } from './filtering/Filters.tsx';

// Their code comes when one of them is first opened.
const loadDialogs = () => import('./AccountDialogs.tsx').then((module) => module.default);

const FAILED = 'Erreur lors du chargement des utilisateurs';

/** Everybody's accounts: to find, to change, to switch, to verify, to remove. */
export function Accounts() {
  const { choice, change } = useAddressChoice(readChoice, withChoice);
  const list = useAccounts(choice);
  const editing = useDialogAddress(EDIT);
  const deleting = useDialogAddress(DELETE);
  const switching = useSwitchAccount();
  const verifying = useVerifyAccount();
  const online = useOnline();
  useEffect(preloadDialog, []);

  const accounts = list.data?.users ?? [];
  const total = list.data?.total ?? 0;
  const busy =
    (switching.isPending ? switching.variables._id : null) ??
    (verifying.isPending ? verifying.variables._id : null);
  const clear = () => change(nothingChosen);
  const problem = list.data === undefined && (list.isError || !online);

  // The last of its page has been taken away, or the address is an old one.
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const past = list.data !== undefined && !list.isPlaceholderData && choice.page > pages;
  useEffect(() => {
    if (past) change({ page: pages });
  }, [past, pages, change]);

  return (
    <div className={styles.accounts}>
      <Filters choice={choice} onChange={change} />
      <CountLine
        count={list.data === undefined ? null : countOf(total, 'compte')}
        filters={describe(choice)}
        onClear={clear}
        problem={list.data !== undefined && list.isError ? messageOf(list.error, FAILED) : null}
      />
      {problem ? (
        <ErrorState
          message={messageOf(list.error, FAILED)}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : null}
      {list.data === undefined && !problem ? <ListSkeleton rows={8} height={56} /> : null}
      {list.data !== undefined && total === 0 ? (
        <EmptyState
          title="Aucun compte ne correspond"
          pictogram="phone"
          action={
            <Button variant="default" onClick={clear}>
              Voir tous les comptes
            </Button>
          }
        >
          Changez le filtre ou le texte cherché.
        </EmptyState>
      ) : null}
      {accounts.length === 0 ? null : (
        <AccountList
          accounts={accounts}
          page={Math.min(choice.page, pages)}
          pages={pages}
          onPage={(page) => change({ page })}
          outdated={list.isPlaceholderData}
          actions={{
            onEdit: ({ _id }) => editing.open(_id),
            onSwitch: (account) => switching.mutate(account),
            onVerify: (account) => verifying.mutate(account),
            onDelete: ({ _id }) => deleting.open(_id),
            busy,
          }}
        />
      )}
      <LazyDialog
        load={loadDialogs}
        props={{ known: list.data?.users }}
        opened={editing.opened || deleting.opened}
        onClose={editing.opened ? editing.close : deleting.close}
      />
    </div>
  );
}

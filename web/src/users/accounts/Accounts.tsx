import { Stack } from '@mantine/core';
import { lazyDialog } from '../../ui/lazy.tsx';
import { CountLine, ListState } from '../../ui/listing.tsx';
import { PageButtons } from '../../ui/PageButtons.tsx';
import { useRowDialogs } from '../../ui/RowDialogs.tsx';
import { Rows } from '../../ui/rows.tsx';
import { useSearchParamFilters } from '../../ui/search-param-filters.ts';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import { AccountRow } from './AccountRow.tsx';
import { PAGE_SIZE, useAccounts, useSwitchAccount } from './api.ts';
import { RESET_FACTOR, STATEMENTS, SWITCH_OFF, VERIFY } from './dialog-params.ts';
import { accountFilters, describeFilters } from './filtering/account-filters.ts';
import { Filters } from './filtering/Filters.tsx';

const AccountDialogs = lazyDialog(() =>
  import('./AccountDialogs.tsx').then((module) => module.AccountDialogs),
);

const FAILED = 'Erreur lors du chargement des utilisateurs';
const headings = ['Nom et email', 'Type', 'Téléphone', 'Statut', { end: 'Actions' }];
const columns = 'minmax(11rem, 1fr) minmax(9.5rem, 13.5rem) 8.5rem 7.75rem minmax(13.25rem, 27rem)';

export function Accounts() {
  const { filters, change, clear, linkTo } = useSearchParamFilters(accountFilters);
  const list = useAccounts(filters);
  const dialogs = useRowDialogs('account');
  const switching = useSwitchAccount();
  const switchingOff = useDialogUrl(SWITCH_OFF);
  const verifying = useDialogUrl(VERIFY);
  const resettingFactor = useDialogUrl(RESET_FACTOR);
  const statements = useDialogUrl(STATEMENTS);
  const dialog = [switchingOff, resettingFactor, statements].find(({ opened }) => opened) ?? verifying;
  return (
    <Stack gap={4}>
      <Filters filters={filters} onChange={change} linkTo={linkTo} onAdd={dialogs.add} />
      <CountLine
        list={list}
        noun="compte"
        filters={describeFilters(filters)}
        onClear={clear}
        failed={FAILED}
      />
      <ListState
        list={list}
        // Without filters the list is never empty: it contains the user's own account.
        isFiltered
        onClear={clear}
        failed={FAILED}
        empty={null}
        noMatch={{
          title: 'Aucun compte ne correspond',
          hint: 'Changez le filtre ou le texte cherché.',
          clear: 'Voir tous les comptes',
          pictogram: 'phone',
        }}
      >
        <Rows
          label="Comptes"
          list={list}
          headings={headings}
          columns={columns}
          tablet="minmax(0, 1fr) 9rem 18.5rem"
        >
          {list.rows.map((account) => (
            <AccountRow
              key={account._id}
              account={account}
              isBusy={switching.isPending && switching.variables._id === account._id}
              onEdit={() => dialogs.edit(account)}
              onSwitch={() => (account.active ? switchingOff.open(account._id) : switching.mutate(account))}
              onVerify={() => verifying.open(account._id)}
              onStatements={() => statements.open(account._id)}
              onResetFactor={() => resettingFactor.open(account._id)}
              onDelete={() => dialogs.remove(account)}
            />
          ))}
        </Rows>
      </ListState>
      <PageButtons
        list={list}
        size={PAGE_SIZE}
        page={filters.page}
        onPage={(page) => {
          change({ page });
          window.scrollTo({ top: 0 });
        }}
      />
      <AccountDialogs
        opened={dialogs.lazy.opened || dialog.opened}
        onClose={dialog.opened ? dialog.close : dialogs.lazy.onClose}
        rows={list.isLoaded ? list.rows : undefined}
      />
    </Stack>
  );
}

import { isPayeeType } from '@amasin/domain/benefits/payee.ts';
import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import { userTypeLabels, userTypes } from '@amasin/domain/contract/user-type.ts';
import { licenceAlarm } from '@amasin/domain/users/licence.ts';
import { titledName } from '@amasin/domain/users/partner-title.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Stack } from '@mantine/core';
import {
  IconBan,
  IconCertificate,
  IconCertificateOff,
  IconCircleCheck,
  IconShieldCheck,
  IconShieldQuestion,
} from '@tabler/icons-react';
import type { LinkProps } from 'react-router';
import { formatDate } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { StateBadge, Tags } from '../../ui/badges.tsx';
import { FilterFold, FilterLinks, ListAction, SearchField, SelectField } from '../../ui/filters.tsx';
import { lazyDialog } from '../../ui/lazy.tsx';
import { CountLine, ListState } from '../../ui/listing.tsx';
import { PageButtons } from '../../ui/PageButtons.tsx';
import { openedOf, useRowDialogs } from '../../ui/RowDialogs.tsx';
import {
  ActionButton,
  Cell,
  DeleteButton,
  EditButton,
  EndSessionsButton,
  Row,
  RowActions,
  RowName,
  Rows,
  StatementsButton,
} from '../../ui/rows.tsx';
import { useSearchParamFilters } from '../../ui/search-param-filters.ts';
import { PhoneLink } from '../../ui/text.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import styles from './Accounts.module.css';
import {
  type AccountFilters,
  accountFilters,
  describeFilters,
  END_SESSIONS,
  PAGE_SIZE,
  RESET_FACTOR,
  STATEMENTS,
  SWITCH_OFF,
  useAccountCounts,
  useAccounts,
  useSwitchAccount,
  VERIFY,
} from './api.ts';

type Part = Partial<AccountFilters>;
type Props = {
  filters: AccountFilters;
  onChange: (part: Part) => void;
  linkTo: (part: Part) => Pick<LinkProps, 'to' | 'replace' | 'preventScrollReset'>;
  onAdd: () => void;
};

const states = [
  { value: '', label: 'Tous' },
  { value: 'true', label: 'Actifs' },
  { value: 'false', label: 'Désactivés' },
];

function Filters({ filters, onChange, linkTo, onAdd }: Props) {
  // The links work without the counts.
  const { data: counts } = useAccountCounts();
  const readActive = (value: string) => accountFilters.read(new URLSearchParams({ active: value })).active;
  return (
    <FilterFold
      label="Chercher parmi les comptes"
      chips={
        <FilterLinks
          label="Type"
          oneLine
          options={[
            {
              label: 'Tous',
              isCurrent: filters.type === '',
              link: linkTo({ type: '' }),
              count: counts?.total,
            },
            ...userTypes.map((type) => ({
              label: userTypeLabels[type],
              isCurrent: filters.type === type,
              link: linkTo({ type: filters.type === type ? '' : type }),
              count: counts?.byType[type],
            })),
          ]}
        />
      }
      action={<ListAction label="Nouvel utilisateur" onClick={onAdd} />}
      search={
        <SearchField
          label="Chercher un compte"
          placeholder="Nom, email ou téléphone"
          value={filters.q}
          onSearch={(q) => onChange({ q })}
        />
      }
      on={filters.active === '' ? 0 : 1}
    >
      <SelectField
        label="Statut"
        options={states}
        value={filters.active}
        onChange={(active) => onChange({ active: readActive(active) })}
      />
    </FilterFold>
  );
}

/** The end of a pharmacy's authorisation, from sixty days before. */
function LicenceBadge({ account: { licenceUntil = null } }: { account: User }) {
  const today = dayInBenin(useNow());
  const alarm = licenceAlarm(licenceUntil, today);
  if (alarm === null || licenceUntil === null) return null;
  return alarm === 0 ? (
    <StateBadge tone="red" icon={IconCertificateOff} label="Autorisation terminée" />
  ) : (
    <StateBadge
      tone="amber"
      icon={IconCertificate}
      label={`Autorisation jusqu’au ${formatDate(licenceUntil)}`}
    />
  );
}

type AccountRowProps = {
  account: User;
  /** A change is pending. */
  isBusy: boolean;
  onEdit: () => void;
  onSwitch: () => void;
  onVerify: () => void;
  onStatements: () => void;
  onResetFactor: () => void;
  onEndSessions: () => void;
  onDelete: () => void;
};

/** One account; a super administrator's has no actions. */
function AccountRow({
  account,
  isBusy,
  onEdit,
  onSwitch,
  onVerify,
  onStatements,
  onResetFactor,
  onEndSessions,
  onDelete,
}: AccountRowProps) {
  const { name, email, phone, type, active, verified, titrePartenaire } = account;
  const isUnverified = type === 'partnerDoctor' && !verified;
  return (
    <Row>
      <Cell card="half">
        <div className={styles.identity}>
          <RowName below={email ?? 'Sans email'}>{titledName(name, titrePartenaire)}</RowName>
        </div>
      </Cell>
      <Cell>
        <Tags>
          <span className={styles.type}>{userTypeLabels[type]}</span>
          <LicenceBadge account={account} />
          {isUnverified ? <StateBadge tone="amber" icon={IconShieldQuestion} label="Non vérifié" /> : null}
        </Tags>
      </Cell>
      <Cell>
        <PhoneLink phone={phone} name={name} />
      </Cell>
      <Cell card="corner">
        {active ? (
          <StateBadge tone="teal" icon={IconCircleCheck} label="Actif" />
        ) : (
          <StateBadge tone="red" icon={IconBan} label="Désactivé" />
        )}
      </Cell>
      {type === 'superAdmin' ? null : (
        <RowActions>
          {isUnverified ? (
            <ActionButton
              word="Vérifier"
              name={name}
              variant="light"
              leftSection={<IconShieldCheck size={18} aria-hidden="true" />}
              onClick={onVerify}
              loading={isBusy}
            />
          ) : null}
          <EditButton name={name} onClick={onEdit} />
          {isPayeeType(type) ? <StatementsButton name={name} onClick={onStatements} /> : null}
          <ActionButton
            word={active ? 'Désactiver' : 'Activer'}
            name={name}
            onClick={onSwitch}
            loading={isBusy}
          />
          {account.hasSecondFactor ? (
            <ActionButton word="Retirer les deux étapes" name={name} onClick={onResetFactor} />
          ) : null}
          {active ? <EndSessionsButton name={name} onClick={onEndSessions} /> : null}
          <DeleteButton name={name} onClick={onDelete} />
        </RowActions>
      )}
    </Row>
  );
}

const AccountDialogs = lazyDialog(() =>
  import('./AccountDialogs.tsx').then((module) => module.AccountDialogs),
);

const FAILED = 'Erreur lors du chargement des utilisateurs';
const headings = ['Nom et email', 'Type', 'Téléphone', 'Statut', { end: 'Actions' }];
const columns = 'minmax(11rem, 1fr) minmax(9.5rem, 13.5rem) 8.5rem 7.75rem minmax(13.25rem, 27rem)';

export function Accounts() {
  const { filters, change, clear, linkTo } = useSearchParamFilters(accountFilters);
  const list = useAccounts(filters);
  const row = useRowDialogs('account');
  const switching = useSwitchAccount();
  const switchingOff = useDialogUrl(SWITCH_OFF);
  const verifying = useDialogUrl(VERIFY);
  const resettingFactor = useDialogUrl(RESET_FACTOR);
  const endingSessions = useDialogUrl(END_SESSIONS);
  const statements = useDialogUrl(STATEMENTS);
  return (
    <Stack gap={4}>
      <Filters filters={filters} onChange={change} linkTo={linkTo} onAdd={row.add} />
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
              onEdit={() => row.edit(account)}
              onSwitch={() => (account.active ? switchingOff.open(account._id) : switching.mutate(account))}
              onVerify={() => verifying.open(account._id)}
              onStatements={() => statements.open(account._id)}
              onResetFactor={() => resettingFactor.open(account._id)}
              onEndSessions={() => endingSessions.open(account._id)}
              onDelete={() => row.remove(account)}
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
        {...openedOf([...row.dialogs, switchingOff, verifying, resettingFactor, endingSessions, statements])}
        rows={list.isLoaded ? list.rows : undefined}
      />
    </Stack>
  );
}

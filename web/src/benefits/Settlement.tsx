import { payeeLabels } from '@amasin/domain/benefits/payee.ts';
import { payIntervalLabels } from '@amasin/domain/benefits/schedule.ts';
import { type PayeeDue, waitLabels } from '@amasin/domain/benefits/settlement.ts';
import { formatMoney } from '@amasin/domain/contract/format.ts';
import { operatorLabels } from '@amasin/domain/payments/operators.ts';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useState } from 'react';
import { countOf } from '../lib/format.ts';
import { listOf } from '../lib/lists.ts';
import { StateBadge, Tags } from '../ui/badges.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { FilterLinks } from '../ui/filters.tsx';
import { lazyDialog } from '../ui/lazy.tsx';
import { CountLine, ListState } from '../ui/listing.tsx';
import { MoneyWaits } from '../ui/platform-money.tsx';
import { Cell, Fact, HALVES, Row, RowActions, RowName, Rows } from '../ui/rows.tsx';
import { searchParamFilters, useSearchParamFilters } from '../ui/search-param-filters.ts';
import { Money } from '../ui/text.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { usePaySettlement, useSettlement } from './api.ts';
import styles from './benefits.module.css';
import { useCloseStale } from './payment.ts';

const filters = searchParamFilters({
  due: (text) => (text === 'now' || text === 'waits' ? text : 'all'),
});

type Shown = typeof filters.none.due;

const filterLabels: Readonly<Record<Shown, string>> = {
  all: 'Tous',
  now: 'Part maintenant',
  waits: 'Attend',
};

const matches = ({ now }: PayeeDue, shown: Shown) => shown === 'all' || (shown === 'now') === now > 0;

/** This many rows are drawn at first; a year brings hundreds. */
const DRAWN = 60;

const headings = ['À qui', { end: 'Dû' }, { end: 'Part maintenant' }, 'Attend'];
const PayeeDialogs = lazyDialog(() => import('./PayeeDialogs.tsx').then((module) => module.PayeeDialogs));

/**
 * A settlement before anything leaves: what is owed to each pharmacy, courier and prescriber, what may be sent now, and what waits and
 * why. Supervisors read it, to answer who asks.
 */
export function Settlement({ canPay = false }: { canPay?: boolean }) {
  const settlement = useSettlement();
  const { filters: chosen, isFiltered, clear, linkTo } = useSearchParamFilters(filters);
  const [all, setAll] = useState(false);
  const one = useDialogUrl('versement');
  const { data } = settlement;
  const payees = data?.payees ?? [];
  const shown = payees.filter((payee) => matches(payee, chosen.due));
  const list = listOf(settlement, shown);
  const drawn = all ? shown : shown.slice(0, DRAWN);
  return (
    <Stack component="section" gap={12} aria-labelledby="settlement">
      <Title order={2} id="settlement">
        Verser ce qui est dû
      </Title>
      {data?.moneyWaits ? <MoneyWaits what="versements" /> : null}
      {data === undefined ? null : (
        <Text>
          <span>Dû : </span>
          <Money amount={data.owed} />
          <span> · Part maintenant : </span>
          <Money amount={data.now} />
          <span>
            {data.usable === null
              ? ' · Le prestataire ne dit pas son solde'
              : ` · À verser au plus, chez le prestataire : ${formatMoney(data.usable)}`}
          </span>
          <span>{data.sending === 0 ? '' : ` · En route : ${formatMoney(data.sending)}`}</span>
        </Text>
      )}
      <FilterLinks
        label="Filtrer les versements"
        options={(['all', 'now', 'waits'] as const).map((due) => ({
          label: filterLabels[due],
          isCurrent: chosen.due === due,
          link: linkTo({ due }),
          count: payees.filter((payee) => matches(payee, due)).length,
        }))}
      />
      <CountLine
        list={list}
        noun="personne"
        filters={isFiltered ? [filterLabels[chosen.due]] : []}
        onClear={clear}
      />
      <ListState
        list={list}
        isFiltered={isFiltered}
        onClear={clear}
        rows={5}
        height={72}
        empty={
          <EmptyState title="Rien n’est dû" titleOrder={3} pictogram="pharmacy">
            Une pharmacie est payée pour les médicaments qu’un livreur a pris, un livreur pour ce qu’il a
            remis.
          </EmptyState>
        }
        noMatch={{ title: 'Personne ne correspond', clear: 'Voir tout le monde' }}
      >
        <Rows
          label="Versements"
          list={list}
          headings={[...headings, ...(canPay ? [{ end: 'Actions' }] : [])]}
          columns={`minmax(0, 1fr) 7rem 9rem minmax(0, 0.8fr)${canPay ? ' 7rem' : ''}`}
        >
          {drawn.map((due) => (
            <DueRow key={due.payee._id} due={due} onOpen={canPay ? () => one.open(due.payee._id) : null} />
          ))}
        </Rows>
        {drawn.length < shown.length ? (
          <Button variant="default" onClick={() => setAll(true)}>
            {`Afficher les ${shown.length - drawn.length} autres`}
          </Button>
        ) : null}
      </ListState>
      {canPay ? <PayAll payees={payees} /> : null}
      {canPay ? (
        <PayeeDialogs opened={one.opened} onClose={one.close} id={one.value} payees={payees} />
      ) : null}
    </Stack>
  );
}

function DueRow({ due, onOpen }: { due: PayeeDue; onOpen: (() => void) | null }) {
  const { payee, owed, now, waits, leftOut, account, interval } = due;
  const where = account === undefined ? [] : [`${operatorLabels[account.operator]} ${account.phone}`];
  return (
    <Row card={HALVES}>
      <Cell>
        <RowName below={[payeeLabels[payee.type], payIntervalLabels[interval], ...where].join(' · ')}>
          {payee.name}
        </RowName>
      </Cell>
      <Cell card="half" end>
        <Fact label="Dû">
          <Money amount={owed} />
        </Fact>
      </Cell>
      <Cell card="half" end>
        <Fact label="Part maintenant">
          <strong>
            <Money amount={now} />
          </strong>
        </Fact>
      </Cell>
      <Cell>
        {waits === null ? null : (
          <Fact label="Attend">
            <Tags>
              <StateBadge tone="amber" icon={IconHourglass} label={waitLabels[waits]} />
            </Tags>
            {leftOut === null ? null : <span className={styles.where}>{leftOut}</span>}
          </Fact>
        )}
      </Cell>
      {onOpen === null ? null : (
        <RowActions>
          <Button variant="light" onClick={onOpen} aria-label={`Verser à ${payee.name}`}>
            Verser
          </Button>
        </RowActions>
      )}
    </Row>
  );
}

/** Sends everything that may leave now, once confirmed. */
function PayAll({ payees }: { payees: readonly PayeeDue[] }) {
  const dialog = useDialogUrl('tout-verser');
  const payment = usePaySettlement(dialog.close);
  const ready = payees.filter(({ now }) => now > 0);
  const total = ready.reduce((sum, { now }) => sum + now, 0);
  useCloseStale(dialog, ready.length > 0);
  if (ready.length === 0) return null;
  return (
    <>
      <Group>
        <Button size="md" onClick={() => dialog.open()} loading={payment.isPending}>
          {`Verser ${formatMoney(total)} à ${countOf(ready.length, 'personne')}`}
        </Button>
      </Group>
      <ConfirmDialog
        opened={dialog.opened}
        onClose={dialog.close}
        question={`Verser ${formatMoney(total)} à ${countOf(ready.length, 'personne')}\u00a0?`}
        confirmLabel="Verser"
        pending={payment.isPending}
        onConfirm={() =>
          payment.mutate({ payouts: ready.map(({ payee, now }) => ({ payee: payee._id, amount: now })) })
        }
      >
        <ul className={styles.payouts}>
          {ready.map(({ payee, now, account }) => (
            <li key={payee._id}>
              <span>
                <span>{payee.name}</span>
                {account === undefined ? null : (
                  <span
                    className={styles.where}
                  >{`${operatorLabels[account.operator]} ${account.phone}`}</span>
                )}
              </span>
              <span className={styles.payoutAmount}>{formatMoney(now)}</span>
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  );
}

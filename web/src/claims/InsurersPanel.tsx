import type { Claim, UnnamedOrder } from '@amasin/domain/claims/claim.ts';
import { claimStateLabels, type MonthMove, mayBecome, monthMoves } from '@amasin/domain/claims/lifecycle.ts';
import { formatMoney } from '@amasin/domain/contract/format.ts';
import { allowsRate } from '@amasin/domain/insurance/allowed-rate.ts';
import type { Insurer } from '@amasin/domain/insurance/insurer.ts';
import { Button, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { IconHourglass, IconPlayerPause } from '@tabler/icons-react';
import { FileLink } from '../files/FileLink.tsx';
import { useInsurers } from '../insurance/api.ts';
import { countOf } from '../lib/format.ts';
import { listOf } from '../lib/lists.ts';
import { StateBadge } from '../ui/badges.tsx';
import { Decisions } from '../ui/Decisions.tsx';
import { SaveButton } from '../ui/download.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { ListAction } from '../ui/filters.tsx';
import { lazyDialog } from '../ui/lazy.tsx';
import { ListState, StaleNotice } from '../ui/listing.tsx';
import { openedOf, useRowDialogs } from '../ui/RowDialogs.tsx';
import { ActionButton, Cell, EditButton, Fact, HALVES, Row, RowActions, RowName, Rows } from '../ui/rows.tsx';
import { DateTime, Money } from '../ui/text.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import {
  type ClaimFormat,
  fetchClaimFile,
  useClaims,
  useMoveClaim,
  useNameInsurer,
  useUnnamed,
} from './api.ts';
import { titleOf } from './claim-title.ts';
import styles from './claims.module.css';

const InsurerDialogs = lazyDialog(() =>
  import('./InsurerDialogs.tsx').then((module) => module.InsurerDialogs),
);
const ClaimDialog = lazyDialog(() => import('./ClaimDialog.tsx').then((module) => module.ClaimDialog));

const FAILED = 'Erreur lors du chargement';

/** « Assureurs »: who owes what cards take off, what each is asked for, and its rules. */
export function InsurersPanel() {
  const insurers = useInsurers();
  return (
    <Stack gap={24}>
      <Claims />
      <Unnamed insurers={insurers.data ?? []} />
      <InsurerList insurers={insurers} />
    </Stack>
  );
}

/** Search param of the open claim. */
const nameOf = ({ insurer, month }: Claim) => `${month}_${insurer._id}`;

function Claims() {
  const claims = useClaims();
  const list = listOf(claims, claims.data);
  const dialog = useDialogUrl('demande');
  return (
    <Stack component="section" gap={12} aria-labelledby="claims">
      <Title order={2} id="claims">
        Demandes de remboursement
      </Title>
      <Text c="dimmed">
        Chaque mois, ce que les assureurs couvrent des commandes terminées. Envoyez le PDF ou le CSV, puis
        notez la réponse.
      </Text>
      <StaleNotice list={list} />
      <ListState
        list={list}
        failed={FAILED}
        rows={3}
        height={72}
        empty={
          <EmptyState title="Pas encore de demande" titleOrder={3}>
            Une demande apparaît avec la première commande terminée d’une carte vérifiée.
          </EmptyState>
        }
      >
        <Rows
          label="Demandes par mois"
          list={list}
          headings={['Demande', { end: 'Montant' }, 'État', { end: 'Actions' }]}
          columns="minmax(0, 1fr) 7rem minmax(0, 1fr) minmax(0, 22rem)"
        >
          {list.rows.map((claim) => (
            <ClaimRow key={nameOf(claim)} claim={claim} onOpen={() => dialog.open(nameOf(claim))} />
          ))}
        </Rows>
      </ListState>
      <ClaimDialog
        opened={dialog.opened}
        onClose={dialog.close}
        claim={claims.data?.find((claim) => nameOf(claim) === dialog.value)}
      />
    </Stack>
  );
}

const moveLabels: Readonly<Record<MonthMove, string>> = {
  sent: 'Envoyée',
  accepted: 'Acceptée',
  paid: 'Payée',
};

function ClaimRow({ claim, onOpen }: { claim: Claim; onOpen: () => void }) {
  const { provisional, lines, amount, sums, dueAt } = claim;
  const move = useMoveClaim(claim);
  const title = titleOf(claim);
  const offered = monthMoves.filter((next) =>
    sums.some(({ state }) => state !== 'refused' && mayBecome({ state, bearer: null }, next)),
  );
  return (
    <Row>
      <Cell>
        <RowName below={countOf(lines, 'commande')}>{title}</RowName>
        {provisional ? <StateBadge tone="amber" icon={IconHourglass} label="Provisoire" /> : null}
      </Cell>
      <Cell card="half" end>
        <Fact label="Montant">
          <Money amount={amount} />
        </Fact>
      </Cell>
      <Cell>
        {sums.map(({ state, lines: count, amount: sum }) => (
          <div key={state}>{`${claimStateLabels[state]} : ${count} · ${formatMoney(sum)}`}</div>
        ))}
        {dueAt === null ? null : (
          <div>
            <span>À payer avant le</span> <DateTime at={dueAt} absolute />
          </div>
        )}
      </Cell>
      <RowActions>
        <ActionButton word="Lignes" name={title} onClick={onOpen} />
        {offered.map((state) => (
          <ActionButton
            key={state}
            word={moveLabels[state]}
            name={title}
            loading={move.isPending}
            onClick={() => move.mutate(state)}
          />
        ))}
        <SaveClaim claim={claim} format="pdf" />
        <SaveClaim claim={claim} format="csv" />
      </RowActions>
    </Row>
  );
}

function SaveClaim({ claim, format }: { claim: Claim; format: ClaimFormat }) {
  const label = format.toUpperCase();
  const name = `demande-${claim.month}${claim.provisional ? '-provisoire' : ''}.${format}`;
  return (
    <SaveButton
      variant="default"
      read={() => fetchClaimFile(claim, format)}
      name={() => name}
      saved={`Demande téléchargée : ${name}`}
      aria-label={`${label} : ${titleOf(claim)}`}
    >
      {label}
    </SaveButton>
  );
}

function Unnamed({ insurers }: { insurers: readonly Insurer[] }) {
  const unnamed = useUnnamed();
  const rows = unnamed.data?.orders;
  if (rows?.length === 0) return null;
  return (
    <Decisions
      title="Assureur à préciser"
      query={{ ...unnamed, data: rows }}
      emptyTitle="Aucune commande"
      emptyText="Chaque commande payée avec une carte a son assureur."
      keyOf={({ _id }) => _id}
    >
      {(order) => <UnnamedRow order={order} insurers={insurers} />}
    </Decisions>
  );
}

function UnnamedRow({ order, insurers }: { order: UnnamedOrder; insurers: readonly Insurer[] }) {
  const { _id, number, customer, cardLabel, taux, cardUrl, amount } = order;
  const name = useNameInsurer(_id);
  const offered = insurers.filter((one) => one.active && allowsRate(one, taux));
  return (
    <Paper withBorder className={styles.line} component="section" aria-label={`Commande ${number}`}>
      <div>
        <Text fw={600}>
          <span>{`${number} ·`}</span> <Money amount={amount} />
        </Text>
        <Text size="sm">{`${customer} · ${cardLabel ?? 'Carte d’assurance'}, ${taux}\u00a0%`}</Text>
      </div>
      <div className={styles.buttons}>
        {cardUrl === null ? null : (
          <FileLink fileKey={cardUrl} name="Carte d’assurance" label="Voir la carte" param={`carte-${_id}`} />
        )}
      </div>
      <NativeSelect
        label="Assureur"
        description="Vaut aussi pour les autres commandes de cette carte."
        disabled={name.isPending}
        data={[
          { value: '', label: offered.length === 0 ? 'Aucun ne prend ce taux' : 'Choisir' },
          ...offered.map((one) => ({ value: one._id, label: one.name })),
        ]}
        value=""
        onChange={({ currentTarget }) => {
          if (currentTarget.value !== '') name.mutate(currentTarget.value);
        }}
      />
    </Paper>
  );
}

const describeRates = ({ rates }: Insurer) =>
  rates.length === 0 ? 'Tous les taux' : `${rates.join(', ')}\u00a0%`;

function InsurerList({ insurers }: { insurers: ReturnType<typeof useInsurers> }) {
  const list = listOf(insurers, insurers.data);
  const row = useRowDialogs('insurer');
  return (
    <Stack component="section" gap={12} aria-labelledby="insurers">
      <Title order={2} id="insurers">
        Assureurs
      </Title>
      <ListAction label="Ajouter un assureur" onClick={row.add} />
      <ListState
        list={list}
        failed={FAILED}
        rows={3}
        height={72}
        empty={
          <EmptyState
            title="Aucun assureur pour l’instant"
            titleOrder={3}
            action={<Button onClick={row.add}>Ajouter un assureur</Button>}
          >
            Qui vérifie une carte choisit son assureur, à qui la part des commandes est demandée.
          </EmptyState>
        }
      >
        <Rows
          label="Assureurs"
          list={list}
          headings={['Assureur', { end: 'Nous doit' }, { end: 'Limite' }, { end: 'Actions' }]}
          columns="minmax(0, 1fr) 8rem 8rem 4rem"
        >
          {list.rows.map((insurer) => (
            <Row key={insurer._id} card={HALVES}>
              <Cell>
                <RowName below={describeRates(insurer)}>{insurer.name}</RowName>
                {insurer.active ? null : <StateBadge tone="amber" icon={IconPlayerPause} label="Inactif" />}
              </Cell>
              <Cell card="half" end>
                <Fact label="Nous doit">
                  <Money amount={insurer.owed ?? 0} />
                </Fact>
              </Cell>
              <Cell card="half" end>
                <Fact label="Limite">
                  <Money amount={insurer.limit ?? 0} />
                </Fact>
              </Cell>
              <RowActions>
                <EditButton name={insurer.name} onClick={() => row.edit(insurer)} />
              </RowActions>
            </Row>
          ))}
        </Rows>
      </ListState>
      <InsurerDialogs rows={insurers.data} {...openedOf(row.dialogs)} />
    </Stack>
  );
}

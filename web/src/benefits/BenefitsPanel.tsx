import type { OpenPayout, PartnerBenefit, PlatformBenefits } from '@amasin/domain/benefits/benefit.ts';
import { payoutLabels } from '@amasin/domain/benefits/payout-state.ts';
import { formatMoney, formatNumber } from '@amasin/domain/contract/format.ts';
import { type Fcfa, INVALID_AMOUNT, readAmount } from '@amasin/domain/contract/money.ts';
import { operatorLabels } from '@amasin/domain/payments/operators.ts';
import { partnerTitleLabels } from '@amasin/domain/users/partner-title.ts';
import { Button, Group, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconCash, IconHourglass, IconReportMoney, IconShieldQuestion } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { countOf, formatPhone } from '../lib/format.ts';
import { listOf } from '../lib/lists.ts';
import { toast } from '../lib/toast.tsx';
import { useChange } from '../lib/use-change.ts';
import { StateBadge } from '../ui/badges.tsx';
import { ConfirmDialog, ResponsiveDialog } from '../ui/dialog.tsx';
import { DownloadButton } from '../ui/download.tsx';
import { EmptyState, QueryState } from '../ui/feedback.tsx';
import { FilterLinks } from '../ui/filters.tsx';
import { CountLine, ListState, StaleNotice } from '../ui/listing.tsx';
import { CommissionNote, MoneyWaits, NoteForm } from '../ui/platform-money.tsx';
import { Cell, Fact, Row, RowActions, RowName, Rows } from '../ui/rows.tsx';
import { StatCard } from '../ui/StatCard.tsx';
import { searchParamFilters, useSearchParamFilters } from '../ui/search-param-filters.ts';
import { DateTime, Money } from '../ui/text.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import {
  fetchPayoutFile,
  type Payout,
  retryPayout,
  settlePayout,
  useOpenPayouts,
  usePayPartners,
  usePaySuperAdmin,
  usePlatformBenefits,
} from './api.ts';
import styles from './benefits.module.css';

/** « Bénéfices »: what the platform and its partners earned, and their payouts. */
export function BenefitsPanel() {
  const benefits = usePlatformBenefits();
  useEffect(ResponsiveDialog.preload, []);
  if (benefits.data === undefined) return <QueryState query={benefits} rows={7} height={72} />;
  return (
    <>
      <StaleNotice list={listOf(benefits)} text="Les montants peuvent dater." />
      {benefits.data.moneyWaits ? <MoneyWaits what="versements" /> : null}
      {benefits.data.openPayouts === undefined ? null : <OpenPayouts />}
      <PlatformShare benefits={benefits.data} />
      <PartnerList benefits={benefits} />
    </>
  );
}

/** The platform's share of the commissions, and its payouts. */
function PlatformShare({ benefits }: { benefits: PlatformBenefits }) {
  const { total, totalPaid, totalToPay, commission } = benefits;
  return (
    <Stack component="section" gap="lg" mb={40} aria-label="Part de la plateforme">
      <SimpleGrid className={styles.figures} cols={{ base: 2, xs: 3 }} spacing="sm">
        <StatCard label="Total bénéfices" value={<Money amount={total} />} icon={IconReportMoney} />
        <StatCard label="Total payé" value={<Money amount={totalPaid} />} icon={IconCash} />
        <StatCard label="Reste à payer" value={<Money amount={totalToPay} />} icon={IconHourglass} />
      </SimpleGrid>
      <CommissionNote split={commission} />
      <DownloadButton
        className={styles.download ?? ''}
        what="les paiements"
        name="paiements"
        read={fetchPayoutFile}
      />
      <SuperAdminPayment rest={totalToPay} />
    </Stack>
  );
}

/** Pays the super administrator from the platform's share; an amount of 0 is ignored. */
function SuperAdminPayment({ rest }: { rest: number }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const dialog = useDialogUrl('pay-superadmin');
  const payment = usePaySuperAdmin(() => {
    setText('');
    dialog.close();
  });
  const { amount, problem: found } = readPayment(text, rest);
  const canPay = amount > 0 && found === null;
  useCloseStale(dialog, canPay);

  const ask = (event: FormEvent) => {
    event.preventDefault();
    setProblem(found);
    if (canPay) dialog.open();
    else if (found !== null) field.current?.focus();
  };

  return (
    <>
      <form onSubmit={ask} aria-label="Paiement du superadmin" noValidate>
        <Group align="flex-end" gap={12}>
          <TextInput
            ref={field}
            className={styles.paymentField}
            classNames={{ wrapper: styles.paymentInput, error: styles.paymentError }}
            size="md"
            label="Montant à payer au superadmin (F)"
            description={`Reste à payer : ${formatMoney(rest)}`}
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="done"
            value={text}
            error={problem}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              setProblem(null);
            }}
          />
          <Button
            className={styles.paymentButton}
            type="submit"
            size="md"
            variant="light"
            loading={payment.isPending}
          >
            Payer
          </Button>
        </Group>
      </form>
      <ConfirmDialog
        opened={dialog.opened && canPay}
        onClose={dialog.close}
        question={`Payer ${formatFcfa(canPay ? amount : 0)} au superadmin\u00a0?`}
        confirmLabel="Payer"
        pending={payment.isPending}
        onConfirm={() => payment.mutate(amount)}
      >{`Il restera ${formatFcfa(canPay ? rest - amount : rest)} à payer sur la part de la plateforme.`}</ConfirmDialog>
    </>
  );
}

/** Closes a dialog with nothing to confirm: a stale link, or a payment made meanwhile by another user. */
function useCloseStale(
  { opened, close }: { opened: boolean; close: () => void },
  hasQuestion: boolean,
): void {
  const isStale = opened && !hasQuestion;
  useEffect(() => {
    if (isStale) close();
  }, [isStale, close]);
}

/** `12 500 FCFA` with non-breaking spaces, for confirmations. */
export function formatFcfa(amount: Fcfa): string {
  return `${formatNumber(amount)}\u00a0FCFA`;
}

/** A typed amount to pay: nothing is typed, it cannot be paid, or it can. The server checks again. */
export function readPayment(text: string, rest: Fcfa): { amount: Fcfa; problem: string | null } {
  const amount = text.trim() === '' ? 0 : readAmount(text);
  return amount === null
    ? { amount: 0, problem: INVALID_AMOUNT }
    : { amount, problem: amountProblem(amount, rest) };
}

/** Why this amount cannot be paid, or null. */
function amountProblem(amount: Fcfa, rest: Fcfa): string | null {
  if (amount > rest) return `Montant supérieur au reste à payer (${formatNumber(rest)}\u00a0F)`;
  return null;
}

/** Payouts on their way, and those that the provider refused: sent again, or noted as made otherwise. */
export function OpenPayouts() {
  const payouts = useOpenPayouts();
  if (payouts.data === undefined) return <QueryState query={payouts} rows={1} height={96} />;
  if (payouts.data.length === 0) return null;
  return (
    <Stack component="section" gap={12} mb="lg" aria-labelledby="open-payouts">
      <Title order={2} id="open-payouts">
        Versements en cours
      </Title>
      {payouts.data.map((payout) => (
        <OpenPayoutRow key={payout._id} payout={payout} />
      ))}
    </Stack>
  );
}

const byHand = {
  label: 'Comment il a été payé',
  description: 'Moyen, date, référence. Le partenaire est prévenu que son paiement est fait.',
  submit: 'Noter',
};

function OpenPayoutRow({ payout }: { payout: OpenPayout }) {
  const { _id, partner, amount, state, operator, phone, failure, askedAt } = payout;
  const retry = useChange({
    resource: 'benefits',
    mutationFn: () => retryPayout(_id),
    done: 'Versement demandé à nouveau',
  });
  return (
    <Paper withBorder p="md">
      <Stack gap={8}>
        <strong>{`${formatMoney(amount)} à ${partner.name}`}</strong>
        <span>
          <span>{`${payoutLabels[state]} ·`}</span> <DateTime at={askedAt} />
          {operator === null ? null : <span>{` · ${operatorLabels[operator]} ${phone ?? ''}`}</span>}
        </span>
        {state === 'failed' ? (
          <>
            <span>
              {`${failure === null ? 'Le prestataire ne dit pas pourquoi.' : `Raison donnée : ${failure}.`} La somme est de nouveau à payer.`}
            </span>
            <Button
              variant="default"
              loading={retry.isPending}
              aria-label={`Réessayer le versement à ${partner.name}`}
              onClick={() => retry.mutate()}
            >
              Réessayer
            </Button>
            <details>
              <summary className={styles.summary}>Payé autrement</summary>
              <NoteForm
                texts={byHand}
                send={(note) => settlePayout(_id, note)}
                resource={['benefits']}
                done="Versement noté"
              />
            </details>
          </>
        ) : null}
      </Stack>
    </Paper>
  );
}

const partnerFilters = searchParamFilters({
  partners: (text) => (text === 'owed' || text === 'paid' ? text : 'all'),
});

type Shown = typeof partnerFilters.none.partners;

/** The three filters, in their order on screen. */
const partnerFilterLabels: Readonly<Record<Shown, string>> = {
  all: 'Tous',
  owed: 'Reste > 0',
  paid: 'Déjà payés (0)',
};

/** By what remains to be paid now: what is held until a partner is verified is not. */
function matches({ amount }: PartnerBenefit, shown: Shown): boolean {
  return shown === 'all' || (shown === 'owed') === amount > 0;
}

/** The selected partners who can still be paid: another user may have paid one meanwhile. */
function payableAmong(partners: readonly PartnerBenefit[], selected: ReadonlySet<string>): PartnerBenefit[] {
  return partners.filter(({ idPartner, amount }) => amount > 0 && selected.has(idPartner));
}

/** The amount of one payout: a provider limits what it sends at once. */
function atOnce({ amount, account }: PartnerBenefit): number {
  return Math.min(amount, account?.maxAmount ?? amount);
}

function sumOf(partners: readonly Pick<PartnerBenefit, 'amount'>[]): number {
  return partners.reduce((sum, { amount }) => sum + amount, 0);
}

const headings = ['Partenaire', { end: 'Total' }, { end: 'Payé' }, { end: 'Reste' }];

/** The earnings of each partner, and the payouts to the selected ones. */
function PartnerList({ benefits }: { benefits: UseQueryResult<PlatformBenefits> }) {
  const { filters, isFiltered, clear, linkTo } = useSearchParamFilters(partnerFilters);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const dialog = useDialogUrl('pay-partners');
  const payment = usePayPartners(() => {
    setSelected(new Set());
    dialog.close();
  });

  const partners = benefits.data?.partners ?? [];
  const shown = partners.filter((partner) => matches(partner, filters.partners));
  // The panel above already warns that the amounts may be outdated.
  const list = { ...listOf(benefits, shown), failure: null };
  const payable = shown.filter(({ amount }) => amount > 0);
  const toPay = payableAmong(partners, selected);
  const isAll = payable.length > 0 && payable.every(({ idPartner }) => selected.has(idPartner));
  const toggle = (ids: readonly string[], on: boolean) => {
    const next = new Set(selected);
    for (const id of ids) on ? next.add(id) : next.delete(id);
    setSelected(next);
  };

  if (partners.length === 0)
    return (
      <EmptyState title="Aucun partenaire pour l’instant" pictogram="pharmacy">
        Les professionnels de santé inscrits arrivent ici d’eux-mêmes, avec ce que leurs ordonnances
        rapportent.
      </EmptyState>
    );
  return (
    <Stack component="section" gap={12} aria-labelledby="partners">
      <Title order={2} id="partners">
        Partenaires
      </Title>
      <FilterLinks
        label="Filtrer les partenaires"
        options={(['all', 'owed', 'paid'] as const).map((filter) => ({
          label: partnerFilterLabels[filter],
          isCurrent: filters.partners === filter,
          link: linkTo({ partners: filter }),
          count: partners.filter((partner) => matches(partner, filter)).length,
        }))}
      />
      <CountLine
        list={list}
        noun="partenaire"
        filters={isFiltered ? [partnerFilterLabels[filters.partners]] : []}
        onClear={clear}
        action={
          payable.length > 1 ? (
            <Button
              variant="subtle"
              disabled={payment.isPending}
              onClick={() =>
                toggle(
                  payable.map(({ idPartner }) => idPartner),
                  !isAll,
                )
              }
            >
              {isAll ? 'Tout annuler' : 'Tout sélectionner'}
            </Button>
          ) : null
        }
      />
      <ListState
        list={list}
        isFiltered={isFiltered}
        onClear={clear}
        empty={null}
        noMatch={{ title: 'Aucun partenaire ne correspond', clear: 'Voir tous les partenaires' }}
      >
        <Rows
          label="Partenaires"
          list={list}
          headings={headings}
          columns="minmax(0, 1fr) repeat(3, 7rem) 6.75rem"
        >
          {shown.map((partner) => (
            <PartnerRow
              key={partner.idPartner}
              partner={partner}
              isSelected={toPay.includes(partner)}
              onToggle={() => toggle([partner.idPartner], !toPay.includes(partner))}
              disabled={payment.isPending}
            />
          ))}
        </Rows>
      </ListState>
      <PartnerPayment selected={toPay} payment={payment} dialog={dialog} />
    </Stack>
  );
}

type RowProps = {
  partner: PartnerBenefit;
  isSelected: boolean;
  onToggle: () => void;
  disabled: boolean;
};

function PartnerRow({ partner, isSelected, onToggle, disabled }: RowProps) {
  const { name, titrePartenaire, totalBenefics, totalPaid, amount, held, verified } = partner;
  return (
    <Row isCurrent={isSelected} card="repeat(auto-fit, minmax(6rem, 1fr))">
      <Cell>
        <RowName below={titrePartenaire === null ? 'Sans titre' : partnerTitleLabels[titrePartenaire]}>
          {name}
        </RowName>
        {verified ? null : <StateBadge tone="amber" icon={IconShieldQuestion} label="Non vérifié" />}
        {held > 0 ? (
          <Text size="xs" c="var(--tone-amber-text)">
            {`en attente de vérification : ${formatMoney(held)}`}
          </Text>
        ) : null}
      </Cell>
      <Cell card="half" end>
        <Fact label="Total">
          <Money amount={totalBenefics} />
        </Fact>
      </Cell>
      <Cell card="half" end>
        <Fact label="Payé">
          <Money amount={totalPaid} />
        </Fact>
      </Cell>
      <Cell card="half" end>
        <Fact label="Reste">
          <strong>
            <Money amount={amount} />
          </strong>
        </Fact>
      </Cell>
      {amount > 0 ? (
        <RowActions>
          <Button
            variant={isSelected ? 'default' : 'light'}
            onClick={onToggle}
            disabled={disabled}
            aria-label={
              isSelected ? `Annuler le paiement de ${name}` : `Payer ${formatMoney(amount)} à ${name}`
            }
          >
            {isSelected ? 'Annuler' : 'Payer'}
          </Button>
        </RowActions>
      ) : null}
    </Row>
  );
}

type PartnerPaymentProps = {
  selected: readonly PartnerBenefit[];
  payment: { isPending: boolean; mutate: (payouts: Payout[]) => void };
  dialog: ReturnType<typeof useDialogUrl>;
};

/** The selected partners, their total, and the button that opens the confirmation. */
function PartnerPayment({ selected: partners, payment, dialog }: PartnerPaymentProps) {
  const selected = partners.map((one) => ({ ...one, amount: atOnce(one) }));
  const total = sumOf(selected);
  useCloseStale(dialog, selected.length > 0);
  const ask = () => {
    if (selected.length === 0) toast.error('Veuillez sélectionner au moins un partenaire');
    else dialog.open();
  };
  return (
    <>
      <div className={styles.footer} data-selected={selected.length > 0 || undefined}>
        <div role="status">
          <div className={styles.chosenCount}>
            {selected.length === 0 ? 'Aucun partenaire sélectionné' : countOf(selected.length, 'partenaire')}
          </div>
          <div>
            <span className={styles.sumLabel}>Total à payer </span>
            <Money amount={total} total />
          </div>
        </div>
        <Button className={styles.pay} size="md" onClick={ask} loading={payment.isPending}>
          Payer sélectionnés
        </Button>
      </div>
      <ConfirmDialog
        opened={dialog.opened && selected.length > 0}
        onClose={dialog.close}
        question={`Payer ${formatFcfa(total)} à ${countOf(selected.length, 'partenaire')}\u00a0?`}
        confirmLabel="Payer"
        pending={payment.isPending}
        onConfirm={() => payment.mutate(selected.map(({ idPartner, amount }) => ({ idPartner, amount })))}
      >
        <ul className={styles.payouts}>
          {selected.map(({ idPartner, name, amount, account }) => (
            <li key={idPartner}>
              <span>
                <span>{name}</span>
                {account === undefined ? null : (
                  <span className={styles.where}>{whereOf(account, amount)}</span>
                )}
              </span>
              <span className={styles.payoutAmount}>{formatFcfa(amount)}</span>
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  );
}

/** Sent by the provider, or to be paid by hand there. */
function whereOf(
  { operator, phone, isSent, maxAmount }: NonNullable<PartnerBenefit['account']>,
  amount: number,
): string {
  const account = `${operatorLabels[operator]}, ${formatPhone(phone)}`;
  if (!isSent) return `à payer sur ${account}`;
  return `envoyé sur ${account}${amount === maxAmount ? ' ; le plus qui puisse l’être en une fois' : ''}`;
}

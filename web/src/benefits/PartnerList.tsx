import type { PartnerBenefit, PlatformBenefits } from '@amasin/domain/benefits/benefit.ts';
import { formatMoney } from '@amasin/domain/contract/format.ts';
import { operatorLabels } from '@amasin/domain/payments/operators.ts';
import { partnerTitleLabels } from '@amasin/domain/users/partner-title.ts';
import { Button, Stack, Text, Title } from '@mantine/core';
import { IconShieldQuestion } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { countOf, formatPhone } from '../lib/format.ts';
import { listOf } from '../lib/lists.ts';
import { toast } from '../lib/toast.tsx';
import { StateBadge } from '../ui/badges.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { FilterLinks } from '../ui/filters.tsx';
import { CountLine, ListState } from '../ui/listing.tsx';
import { Cell, Fact, Row, RowActions, RowName, Rows } from '../ui/rows.tsx';
import { searchParamFilters, useSearchParamFilters } from '../ui/search-param-filters.ts';
import { Money } from '../ui/text.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { type Payout, usePayPartners } from './api.ts';
import styles from './benefits.module.css';

import { formatFcfa, useCloseStale } from './payment.ts';

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
export function PartnerList({ benefits }: { benefits: UseQueryResult<PlatformBenefits> }) {
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

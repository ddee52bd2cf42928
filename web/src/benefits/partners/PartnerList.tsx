import type { PartnerBenefit } from '@amasin/domain/benefits/benefit.ts';
import { Button, Title } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { countOf } from '../../lib/format/money.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { usePayPartners } from '../api.ts';
import { PartnerFilter } from './PartnerFilter.tsx';
import { PartnerPayment, usePartnerDialog } from './PartnerPayment.tsx';
import { PartnerRow } from './PartnerRow.tsx';
import {
  chosenAmong,
  matches,
  partnerChoiceLabels,
  readPartnerChoice,
  withPartnerChoice,
} from './partner-choice.ts';
import styles from './partners.module.css';

const headings = ['Partenaire', 'Total', 'Payé', 'Reste'] as const;

/** What each partner earned, and the payment of those who are selected. */
export function PartnerList({ partners }: { partners: readonly PartnerBenefit[] }) {
  const [search] = useSearchParams();
  const choice = readPartnerChoice(search);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const dialog = usePartnerDialog();
  const payment = usePayPartners(() => {
    setSelected(new Set());
    dialog.close();
  });

  const shown = partners.filter((partner) => matches(partner, choice));
  const payable = shown.filter(({ amount }) => amount > 0);
  const chosen = chosenAmong(partners, selected);
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
    <section className={styles.partners} aria-labelledby="partners">
      <Title order={2} id="partners">
        Partenaires
      </Title>
      <PartnerFilter partners={partners} current={choice} />
      <div className={styles.line}>
        <span role="status">
          <strong>{countOf(shown.length, 'partenaire')}</strong>
          {choice === 'all' ? null : ` · ${partnerChoiceLabels[choice]}`}
        </span>
        {payable.length > 1 ? (
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
        ) : null}
      </div>
      {shown.length === 0 ? (
        <EmptyState
          title="Aucun partenaire ne correspond"
          titleOrder={3}
          action={
            <Button
              component={Link}
              to={{ search: withPartnerChoice(search, 'all').toString() }}
              replace
              preventScrollReset
              variant="default"
            >
              Voir tous les partenaires
            </Button>
          }
        />
      ) : (
        <div>
          <div className={styles.headings} aria-hidden="true">
            {headings.map((heading) => (
              <span key={heading}>{heading}</span>
            ))}
          </div>
          <ul className={styles.list} aria-label="Partenaires">
            {shown.map((partner) => (
              <PartnerRow
                key={partner.idPartner}
                partner={partner}
                chosen={chosen.includes(partner)}
                onToggle={() => toggle([partner.idPartner], !chosen.includes(partner))}
                disabled={payment.isPending}
              />
            ))}
          </ul>
        </div>
      )}
      {partners.some(({ amount }) => amount > 0) ? (
        <PartnerPayment chosen={chosen} payment={payment} dialog={dialog} />
      ) : null}
    </section>
  );
}

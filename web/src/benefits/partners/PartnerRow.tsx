import type { PartnerBenefit } from '@amasin/domain/benefits/benefit.ts';
import { partnerTitleLabels } from '@amasin/domain/users/partner-title.ts';
import { Button } from '@mantine/core';
import { IconShieldQuestion } from '@tabler/icons-react';
import { formatMoney } from '../../lib/format/money.ts';
import { StateBadge } from '../../ui/badge/StateBadge.tsx';
import { Money } from '../../ui/text/Money.tsx';
import styles from './partners.module.css';

type Props = {
  partner: PartnerBenefit;
  chosen: boolean;
  onToggle: () => void;
  disabled: boolean;
};

/** One partner: a card on a phone, a row on a desk. */
export function PartnerRow({ partner, chosen, onToggle, disabled }: Props) {
  const { name, titrePartenaire, totalBenefics, totalPaid, amount, held, verified } = partner;
  return (
    <li className={styles.row} data-chosen={chosen || undefined}>
      <div className={styles.who}>
        <div className={styles.name}>{name}</div>
        <div className={styles.title}>
          {titrePartenaire === null ? 'Sans titre' : partnerTitleLabels[titrePartenaire]}
        </div>
        {verified ? null : (
          <div className={styles.badge}>
            <StateBadge tone="amber" icon={IconShieldQuestion} label="Non vérifié" />
          </div>
        )}
      </div>
      <Figure label="Total" amount={totalBenefics} />
      <Figure label="Payé" amount={totalPaid} />
      <Figure label="Reste" amount={amount} strong />
      {held > 0 ? <div className={styles.held}>en attente de vérification : {formatMoney(held)}</div> : null}
      {amount > 0 ? (
        <Button
          className={styles.toggle}
          variant={chosen ? 'default' : 'light'}
          onClick={onToggle}
          disabled={disabled}
          aria-label={chosen ? `Annuler le paiement de ${name}` : `Payer ${formatMoney(amount)} à ${name}`}
        >
          {chosen ? 'Annuler' : 'Payer'}
        </Button>
      ) : null}
    </li>
  );
}

type FigureProps = { label: string; amount: number; strong?: boolean };

/** The label stands in a card; on a desk the column's heading says it to whoever sees. */
function Figure({ label, amount, strong = false }: FigureProps) {
  return (
    <div className={styles.figure} data-strong={strong || undefined}>
      <span className={styles.label}>{label} </span>
      <Money amount={amount} />
    </div>
  );
}

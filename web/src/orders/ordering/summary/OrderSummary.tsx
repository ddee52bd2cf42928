import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { InsuranceCard } from '@amasin/domain/insurance/insurance-card.ts';
import type { Quote } from '@amasin/domain/orders/pricing.ts';
import { Text } from '@mantine/core';
import { Money } from '../../../ui/text.tsx';
import styles from './summary.module.css';

type Props = {
  quote: Quote;
  /** Whether a zone, and so the delivery fee, is selected. */
  hasZone: boolean;
  /** False until a pharmacist has read the prescription. */
  hasMedicines: boolean;
  /** A photograph: missing amounts follow once it is read. */
  isPhoto: boolean;
  /** The insurance card that is used. */
  card: InsuranceCard | null;
  /** The total shown before the server's, FCFA; null if unchanged. */
  totalBefore: number | null;
};

/** Every amount of the order; the lines add up to the total. */
export function OrderSummary({ quote, hasZone, hasMedicines, isPhoto, card, totalBefore }: Props) {
  return (
    <>
      <dl className={styles.amounts}>
        <Line label="Médicaments" amount={hasMedicines ? quote.medicines : null} unknown="À calculer" />
        <Line label="Livraison" amount={hasZone ? quote.deliveryFee : null} unknown="Selon le quartier" />
        {hasMedicines ? <Line label="Commission de service (10 %)" amount={quote.commission} /> : null}
        {card === null ? null : (
          <Line
            label={`Réduction assurance (${card.taux}\u00a0%)`}
            amount={hasMedicines ? -quote.reduction : null}
            unknown="À calculer"
          />
        )}
        {totalBefore !== null && totalBefore !== quote.total ? (
          <div className={styles.amountLine} data-former="true">
            <dt>Ancien total</dt>
            <dd>
              <s>{formatMoney(totalBefore)}</s>
            </dd>
          </div>
        ) : null}
        <div className={styles.amountLine} data-total="true">
          <dt>{hasZone || !hasMedicines ? 'Total' : 'Total sans livraison'}</dt>
          <dd>{hasMedicines ? <Money amount={quote.total} total /> : 'À calculer'}</dd>
        </div>
      </dl>
      {isPhoto ? (
        <Text size="xs" c="dimmed">
          Le prix des médicaments sera connu après lecture.
        </Text>
      ) : null}
    </>
  );
}

function Line({ label, amount, unknown }: { label: string; amount: number | null; unknown?: string }) {
  return (
    <div className={styles.amountLine}>
      <dt>{label}</dt>
      <dd>{amount === null ? unknown : <Money amount={amount} />}</dd>
    </div>
  );
}

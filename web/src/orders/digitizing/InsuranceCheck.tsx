import { CARD_AWAITED } from '@amasin/domain/orders/expected.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import { StateBadge } from '../../ui/badges.tsx';
import type { FileLinkSlot } from '../detail/file-link.ts';
import { useCheckInsurance } from './api.ts';
import styles from './digitizing.module.css';

type Props = {
  order: Order;
  fileLink: FileLinkSlot;
  /** Search param of the card's picture. */
  param?: string;
};

/** The insurance card and its rate, to compare with its picture; the check can be undone. */
export function InsuranceCheck({ order, fileLink, param = 'carte' }: Props) {
  const check = useCheckInsurance(order);
  const card = order.insuranceCard;
  if (!card) return null;
  const verified = check.isPending ? check.variables : card.verified;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a layout of its own
    <div className={styles.insurance} role="group" aria-label="Assurance">
      <div className={styles.card}>
        <span>
          <span>{`Assurance ${card.label ? `${card.label}, ` : ''}`}</span>
          <strong>{`${card.taux}\u00a0%`}</strong>
        </span>
        {verified ? (
          <StateBadge tone="teal" icon={IconShieldCheck} label="Assurance vérifiée" />
        ) : (
          <StateBadge
            tone="amber"
            icon={IconAlertTriangle}
            label={card.awaited ? CARD_AWAITED : 'Assurance à vérifier'}
          />
        )}
      </div>
      <div className={styles.card}>
        {fileLink({ fileKey: card.url, name: 'Carte d’assurance', label: 'Voir la carte', param })}
        {order.allowedActions.includes('check-insurance') ? (
          <label className={styles.tick}>
            <input
              type="checkbox"
              checked={verified}
              onChange={({ currentTarget }) => {
                if (!check.isPending) check.mutate(currentTarget.checked);
              }}
            />
            Carte vérifiée
          </label>
        ) : null}
      </div>
    </div>
  );
}

import { type Icon, IconCamera, IconPill, IconQrcode } from '@tabler/icons-react';
import { type OrderWay, orderWays } from './order-way.ts';
import styles from './ways.module.css';

const looks: Readonly<Record<OrderWay, { icon: Icon; label: string; hint: string }>> = {
  without: { icon: IconPill, label: 'Sans ordonnance', hint: 'Vous choisissez vos médicaments' },
  photo: { icon: IconCamera, label: 'Ordonnance photographiée', hint: 'Un pharmacien la lit pour vous' },
  code: { icon: IconQrcode, label: 'Code d’ordonnance', hint: 'Reçu de votre prescripteur' },
};

type Props = { way: OrderWay; onSelect: (way: OrderWay) => void };

/** Selects the way to order. */
export function WayField({ way, onSelect }: Props) {
  return (
    <fieldset className={styles.ways}>
      <legend className={styles.legend}>Comment commandez-vous ?</legend>
      {orderWays.map((key) => {
        const { icon: Glyph, label, hint } = looks[key];
        return (
          <label key={key} className={styles.way}>
            <input
              className={styles.input}
              type="radio"
              name="way"
              value={key}
              checked={key === way}
              onChange={() => onSelect(key)}
            />
            <Glyph className={styles.icon} size={24} stroke={1.75} aria-hidden="true" />
            <span className={styles.text}>
              <span className={styles.label}>{label}</span>
              <span className={styles.hint}>{hint}</span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

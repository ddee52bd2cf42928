import type { Address } from '@amasin/domain/addresses/address.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';
import styles from './addresses.module.css';
import { describePlace, isSamePlace, isServed } from './describe-place.ts';

type Props = {
  addresses: readonly Address[];
  zones: readonly Zone[];
  /** The place that the order has now. */
  present: { zone: string; address: string };
  onChoose: (address: Address) => void;
};

/** Kept places, each chosen by one tap; nothing without any in a zone that is served. */
export function PlaceChoices({ addresses, zones, present, onChoose }: Props) {
  const served = addresses.filter((address) => isServed(address, zones));
  if (served.length === 0) return null;
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>Livrer à</legend>
      {served.map((address) => (
        <label key={address._id} className={styles.choice}>
          <input
            type="radio"
            name="place"
            checked={isSamePlace(address, present)}
            onChange={() => onChoose(address)}
          />
          <span className={styles.text}>
            <strong>{address.name}</strong>
            <span className={styles.detail}>{describePlace(address, zones)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

import { MAX_RADIUS_KM, MIN_RADIUS_KM } from '@amasin/domain/pharmacies/search-radius.ts';
import { useDebouncedCallback } from '@mantine/hooks';
import { type CSSProperties, useEffect, useId, useState } from 'react';
import styles from './finding.module.css';

const PAUSE_MS = 300;

type Props = { value: number; onChange: (km: number) => void; disabled: boolean };

/** The radius as a native slider, which works with touch, keyboard and screen readers. The search is debounced. */
export function RadiusField({ value, onChange, disabled }: Props) {
  const [shown, setShown] = useState(value);
  const tell = useDebouncedCallback(onChange, PAUSE_MS);
  const id = useId();
  useEffect(() => setShown(value), [value]);
  const filled = (shown - MIN_RADIUS_KM) / (MAX_RADIUS_KM - MIN_RADIUS_KM);
  return (
    <div className={styles.radius}>
      <label htmlFor={id} className={styles.radiusLabel}>
        Rayon de recherche
      </label>
      <output htmlFor={id} className={styles.radiusValue}>
        {`${shown}\u00a0km`}
      </output>
      <input
        id={id}
        className={styles.slider}
        style={{ '--filled': `${filled * 100}%` } as CSSProperties}
        type="range"
        min={MIN_RADIUS_KM}
        max={MAX_RADIUS_KM}
        step={1}
        value={shown}
        disabled={disabled}
        aria-valuetext={`${shown} kilomètres`}
        onChange={({ currentTarget }) => {
          const km = Number(currentTarget.value);
          setShown(km);
          tell(km);
        }}
      />
    </div>
  );
}

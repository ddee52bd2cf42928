import { UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useHydrated } from '../../lib/hydration.tsx';
import styles from './SchemeSwitch.module.css';
import { schemes } from './schemes.ts';

/** Light, dark, or the device's setting. */
export function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const hydrated = useHydrated();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Apparence</legend>
      {schemes.map(({ scheme, label, icon: Glyph }) => (
        <UnstyledButton
          key={scheme}
          className={styles.choice}
          aria-pressed={hydrated && colorScheme === scheme}
          onClick={() => setColorScheme(scheme)}
        >
          <Glyph size={18} stroke={1.75} aria-hidden="true" />
          <span>{label}</span>
        </UnstyledButton>
      ))}
    </fieldset>
  );
}

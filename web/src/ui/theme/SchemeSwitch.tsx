import { type MantineColorScheme, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconDeviceMobile, IconMoon, IconSun } from '@tabler/icons-react';
import { useHydrated } from '../../lib/hydration/hydration.tsx';
import styles from './SchemeSwitch.module.css';

const choices = [
  { scheme: 'auto', label: 'Auto', icon: IconDeviceMobile },
  { scheme: 'light', label: 'Clair', icon: IconSun },
  { scheme: 'dark', label: 'Sombre', icon: IconMoon },
] as const satisfies readonly {
  scheme: MantineColorScheme;
  label: string;
  icon: unknown;
}[];

/** Light, dark, or the device's setting. */
export function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const hydrated = useHydrated();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Apparence</legend>
      {choices.map(({ scheme, label, icon: Glyph }) => (
        <UnstyledButton
          key={scheme}
          className={styles.choice}
          aria-pressed={hydrated && colorScheme === scheme}
          onClick={() => setColorScheme(scheme)}
        >
          <Glyph size={18} stroke={1.75} aria-hidden="true" />
          {label}
        </UnstyledButton>
      ))}
    </fieldset>
  );
}

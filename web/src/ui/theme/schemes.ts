import type { MantineColorScheme } from '@mantine/core';
import { IconDeviceMobile, IconMoon, IconSun } from '@tabler/icons-react';

export const schemes = [
  { scheme: 'auto', label: 'Auto', icon: IconDeviceMobile },
  { scheme: 'light', label: 'Clair', icon: IconSun },
  { scheme: 'dark', label: 'Sombre', icon: IconMoon },
] as const satisfies readonly {
  scheme: MantineColorScheme;
  label: string;
  icon: unknown;
}[];

import { darkLeaf } from '@amasin/domain/house/color.ts';
import type { CSSVariablesResolver } from '@mantine/core';
import { tones } from './palette.ts';

function toneVariables(scheme: 'light' | 'dark'): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [tone, pairs] of Object.entries(tones)) {
    variables[`--tone-${tone}-background`] = pairs[scheme].background;
    variables[`--tone-${tone}-text`] = pairs[scheme].text;
  }
  return variables;
}

/** Mantine's variables that lack contrast for AA, our surfaces, and the tones of the badges. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': 'var(--mantine-color-gray-0)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': 'var(--mantine-color-red-7)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-4)',
    '--mantine-color-disabled-color': 'var(--mantine-color-gray-6)',
    '--surface': 'var(--mantine-color-white)',
    '--surface-sunken': 'var(--mantine-color-gray-1)',
    '--surface-line': 'var(--mantine-color-gray-2)',
    '--field-line': 'var(--mantine-color-gray-5)',
    '--leaf-wash': 'var(--mantine-color-feuille-0)',
    '--leaf-ink': 'var(--mantine-color-feuille-8)',
    '--focus-ring': 'var(--mantine-color-feuille-7)',
    ...toneVariables('light'),
  },
  dark: {
    '--mantine-color-placeholder': 'var(--mantine-color-dark-3)',
    '--mantine-color-error': 'var(--mantine-color-red-3)',
    '--mantine-color-disabled-color': 'var(--mantine-color-dark-2)',
    '--surface': '#1e221e',
    '--surface-sunken': '#111411',
    '--surface-line': '#333833',
    '--field-line': '#757a73',
    '--leaf-wash': darkLeaf.wash,
    '--mantine-color-feuille-light': darkLeaf.light,
    '--mantine-color-feuille-light-hover': darkLeaf.lightHover,
    '--mantine-color-feuille-light-color': 'var(--mantine-color-feuille-2)',
    '--leaf-ink': 'var(--mantine-color-feuille-2)',
    '--focus-ring': 'var(--mantine-color-feuille-3)',
    ...toneVariables('dark'),
  },
});

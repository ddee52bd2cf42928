import { leafShades } from '@amasin/domain/house/color.ts';
import type { MantineColorsTuple } from '@mantine/core';

/** The primary colour: green, unless the house has another one (HOUSE_COLOR). */
export const feuille: MantineColorsTuple = leafShades;

/** Accent amber, for the one next action of a screen; the filled variant has dark text on shade 4. */
export const soleil: MantineColorsTuple = [
  '#fff7e6',
  '#ffebc2',
  '#ffd98a',
  '#ffc552',
  '#fbb124',
  '#ee9d0b',
  '#d18405',
  '#a06005',
  '#7a4a00',
  '#553405',
];

/** Neutral greys, slightly warm. Shade 6 is the lightest that is legible for small text. */
export const warmGray: MantineColorsTuple = [
  '#faf9f7',
  '#f4f2ee',
  '#e9e6e0',
  '#dcd8d0',
  '#c6c1b7',
  '#928c81',
  '#6b665d',
  '#57534b',
  '#3d3a34',
  '#26241f',
];

/** Surfaces and text of the dark scheme, from text (0) to the deepest (9). */
export const night: MantineColorsTuple = [
  '#e8e6e1',
  '#cfccc5',
  '#aeaba3',
  '#928f88',
  '#3d413c',
  '#2f332f',
  '#242824',
  '#161916',
  '#111311',
  '#0b0d0b',
];

/** Danger only. */
export const brique: MantineColorsTuple = [
  '#fdeeec',
  '#fad9d5',
  '#f4b3ac',
  '#ec887e',
  '#e26357',
  '#d64537',
  '#c53428',
  '#af2a20',
  '#8d2119',
  '#6b1913',
];

export type Tone = 'violet' | 'amber' | 'blue' | 'teal' | 'sage' | 'red' | 'neutral';

type Pair = { background: string; text: string };

/** Backgrounds and texts of the state badges: at least 4.5 : 1 in both schemes. */
export const tones: Record<Tone, { light: Pair; dark: Pair }> = {
  violet: {
    light: { background: '#efe9fb', text: '#5b36a8' },
    dark: { background: '#2e2447', text: '#cdb9f7' },
  },
  amber: {
    light: { background: '#fff0cf', text: '#7a4a00' },
    dark: { background: '#3d2e0c', text: '#f7cb6b' },
  },
  blue: {
    light: { background: '#e3eefc', text: '#1a57a6' },
    dark: { background: '#17304f', text: '#a9cdf8' },
  },
  teal: {
    light: { background: '#ddf3f1', text: '#0b635d' },
    dark: { background: '#0f3734', text: '#86dad2' },
  },
  sage: {
    light: { background: '#e7ece6', text: '#46574a' },
    dark: { background: '#2a332c', text: '#b9c9bc' },
  },
  red: {
    light: { background: '#fbe4e1', text: '#9b241b' },
    dark: { background: '#45201c', text: '#f3aaa2' },
  },
  neutral: {
    light: { background: '#f0ede8', text: '#57534b' },
    dark: { background: '#2f332f', text: '#cfccc5' },
  },
};

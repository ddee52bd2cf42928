import {
  Anchor,
  Button,
  createTheme,
  defaultVariantColorsResolver,
  type VariantColorsResolver,
} from '@mantine/core';
import { brique, feuille, night, soleil, warmGray } from './palette.ts';

/** Amber is too bright for white text: the filled variant uses shade 4 and dark text. */
const colorsOfVariant: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.color !== 'soleil' || input.variant !== 'filled') return colors;
  return {
    ...colors,
    background: 'var(--mantine-color-soleil-4)',
    hover: 'var(--mantine-color-soleil-5)',
    color: '#2b1d05',
  };
};

const systemFont =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif';

export const theme = createTheme({
  primaryColor: 'feuille',
  primaryShade: { light: 7, dark: 7 },
  colors: { feuille, soleil, gray: warmGray, dark: night, red: brique },
  black: '#1e1c18',
  variantColorResolver: colorsOfVariant,
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: systemFont,
  fontSizes: { xs: '14px', sm: '16px', md: '16px', lg: '18px', xl: '22px' },
  lineHeights: { xs: '1.45', sm: '1.5', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '8px', md: '10px', lg: '10px', xl: '16px' },
  defaultRadius: 'md',
  headings: {
    fontFamily: systemFont,
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '28px', lineHeight: '1.25' },
      h2: { fontSize: '22px', lineHeight: '1.3' },
      h3: { fontSize: '18px', lineHeight: '1.4' },
      h4: { fontSize: '16px', lineHeight: '1.5' },
      h5: { fontSize: '16px', lineHeight: '1.5' },
      h6: { fontSize: '14px', lineHeight: '1.5' },
    },
  },
  components: {
    Anchor: Anchor.extend({ defaultProps: { underline: 'always' } }),
    Button: Button.extend({ defaultProps: { loaderProps: { type: 'dots' } } }),
  },
});

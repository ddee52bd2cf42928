/** The greens of the theme, lightest first. White on shade 7 is 5 : 1. */
export const leafShades = [
  '#e9f7f1',
  '#d3eee3',
  '#a9dec8',
  '#7acbaa',
  '#4fb88f',
  '#2aa377',
  '#128f67',
  '#0a7f5a',
  '#076648',
  '#064c37',
] as const;

/** The greens of the dark scheme that are no shade: behind a chosen row, and behind light buttons. */
export const darkLeaf = { wash: '#12291f', light: '#17382b', lightHover: '#1d4636' } as const;

type Color = readonly [red: number, green: number, blue: number];

/** The red, green and blue of `#0a7f5a`, from 0 to 1. */
function read(hex: string): Color {
  const [red = 0, green = 0, blue = 0] = (hex.match(/[\da-f]{2}/gi) ?? []).map(
    (two) => Number.parseInt(two, 16) / 255,
  );
  return [red, green, blue];
}

const write = (color: Color) =>
  `#${color
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** How light a colour is, from 0 to 1, as the contrasts of WCAG measure it. */
export function luminanceOf(hex: string): number {
  const [red, green, blue] = read(hex).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  ) as unknown as Color;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The colour of this hue and saturation (HSL) at a lightness from 0 to 1. */
function atLightness(color: Color, lightness: number): Color {
  const [most, least] = [Math.max(...color), Math.min(...color)];
  const middle = (most + least) / 2;
  const saturation = most === least ? 0 : (most - least) / (1 - Math.abs(2 * middle - 1));
  const chroma = (1 - Math.abs(2 * lightness - 1)) * saturation;
  const place = (part: number) => (most === least ? 0 : (part - middle) / (most - least));
  return color.map((part) => lightness + chroma * place(part)) as unknown as Color;
}

/** Halvings after which the lightness is finer than a step of 8 bits. */
const HALVINGS = 16;

/**
 * The shade of a colour that is as light as another one: their contrasts with any third are the same, so those of the theme hold
 * for every colour.
 */
export function shadeAsLightAs(color: string, model: string): string {
  const given = read(color);
  const wanted = luminanceOf(model);
  let [darker, lighter] = [0, 1];
  for (let n = 0; n < HALVINGS; n += 1) {
    const between = (darker + lighter) / 2;
    if (luminanceOf(write(atLightness(given, between))) < wanted) darker = between;
    else lighter = between;
  }
  return write(atLightness(given, lighter));
}

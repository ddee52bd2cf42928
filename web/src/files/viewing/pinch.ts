export type Point = { readonly x: number; readonly y: number };
type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** The fingers of a gesture when it began. */
export type Grip = {
  /** What is under the middle of the fingers, as a part of the page's width and height. */
  readonly held: Point;
  /** How far apart two fingers are, px; 0 for one finger. */
  readonly spread: number;
  readonly zoom: number;
};

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The point between all fingers. */
export const middleOf = (fingers: readonly Point[]): Point => ({
  x: mean(fingers.map(({ x }) => x)),
  y: mean(fingers.map(({ y }) => y)),
});

function spreadOf([first, second]: readonly Point[]): number {
  return first && second ? Math.hypot(first.x - second.x, first.y - second.y) : 0;
}

export function gripOf(fingers: readonly Point[], page: Box, zoom: number): Grip {
  const { x, y } = middleOf(fingers);
  const held = { x: (x - page.left) / page.width, y: (y - page.top) / page.height };
  return { held, spread: spreadOf(fingers), zoom };
}

/** The zoom as the fingers are now; one finger changes nothing. */
export function zoomOf({ zoom, spread }: Grip, fingers: readonly Point[]): number {
  const now = spreadOf(fingers);
  return spread === 0 || now === 0 ? zoom : (zoom * now) / spread;
}

/** By how much to scroll, so that what was held is under the middle of the fingers. */
export function scrollBy({ held }: Grip, fingers: readonly Point[], page: Box): Point {
  const { x, y } = middleOf(fingers);
  return { x: page.left + held.x * page.width - x, y: page.top + held.y * page.height - y };
}

import { readGs1 } from '@amasin/domain/orders/gs1.ts';
import { expect, test } from 'vitest';
import { readMatrix } from './decode-matrix.ts';
import { symbols } from './matrix.fixture.ts';

/** Draws a symbol, each module six pixels wide, with a white border. */
function draw(rows: readonly string[]) {
  const [module, border] = [6, 24];
  const size = rows.length * module + 2 * border;
  const data = new Uint8ClampedArray(size * size * 4).fill(255);
  for (const [y, row] of rows.entries())
    for (const [x, one] of [...row].entries())
      if (one === '#')
        for (let n = 0; n < module * module; n += 1) {
          const at =
            (border + y * module + Math.floor(n / module)) * size + border + x * module + (n % module);
          data.fill(0, at * 4, at * 4 + 3);
        }
  return { data, width: size, height: size };
}

test.each(symbols)('reads $batch, $expiresOn', ({ rows, batch, expiresOn }) => {
  expect(readGs1(readMatrix(draw(rows)) ?? '')).toMatchObject({ batch, expiresOn });
});

test('reads nothing in a picture without one', () => {
  expect(readMatrix({ data: new Uint8ClampedArray(40_000).fill(255), width: 100, height: 100 })).toBeNull();
});

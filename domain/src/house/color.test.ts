import { expect, test } from 'vitest';
import { darkLeaf, leafShades, luminanceOf, shadeAsLightAs } from './color.ts';

const contrast = (one: string, other: string) => {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

test.each(['#0a7f5a', '#1a57a6', '#c53428', '#ffcc00', '#5b36a8', '#000000', '#ffffff', '#00ffff'])(
  'the shades of %s have the contrasts of the theme',
  (color) => {
    for (const model of [...leafShades, ...Object.values(darkLeaf)]) {
      const shade = shadeAsLightAs(color, model);
      for (const ground of ['#ffffff', '#161916'])
        expect(Math.abs(contrast(shade, ground) / contrast(model, ground) - 1)).toBeLessThan(0.02);
    }
    expect(contrast(shadeAsLightAs(color, leafShades[7]), '#ffffff')).toBeGreaterThan(4.5);
  },
);

test('keeps the hue', () => {
  expect(shadeAsLightAs('#1a57a6', '#0a7f5a')).toMatch(/^#[12]\w{3}[b-d]\w$/);
});

import sharp from 'sharp';
import { expect, it } from 'vitest';
import { withoutTexts } from './png-chunks.ts';
import { pngChunk, writePng } from './write-png.fixture.ts';

const texts = ['tEXt', 'zTXt', 'iTXt', 'tIME', 'prVt'].map((type) =>
  pngChunk(type, Buffer.from('Comment\0\0')),
);

it('leaves out what is not drawn', () => {
  const plain = writePng({ width: 4, height: 3 });
  expect(withoutTexts(writePng({ width: 4, height: 3 }, { before: [...texts, ...texts] }))).toEqual(plain);
});

it('keeps what changes the drawing, once', async () => {
  const palette = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0a7f5a80' } })
    .png({ palette: true })
    .withIccProfile('p3')
    .withExif({ IFD0: { Orientation: '6' } })
    .toBuffer();
  const kept = withoutTexts(palette);
  for (const type of ['PLTE', 'tRNS', 'iCCP', 'eXIf']) expect(kept.includes(type), type).toBe(true);
  const profile = pngChunk('iCCP', Buffer.from('a\0\0'));
  const once = writePng({ width: 4, height: 3 }, { before: [profile] });
  expect(withoutTexts(writePng({ width: 4, height: 3 }, { before: [profile, profile] }))).toEqual(once);
});

it.each([0, 7, 8, 12, 30, 40])('what is cut off after %i bytes stays so', (length) => {
  const cut = writePng({ width: 4, height: 3 }).subarray(0, length);
  expect(cut.includes(withoutTexts(cut))).toBe(true);
});

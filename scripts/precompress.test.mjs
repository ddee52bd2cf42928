import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { precompress } from './precompress.mjs';

const folder = mkdtempSync(join(tmpdir(), 'amasin-compress-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('writes brotli and gzip beside each text file above the minimum size', async () => {
  const text = 'Doliprane, sirop, comprimé. '.repeat(200);
  mkdirSync(join(folder, 'assets', 'deep'), { recursive: true });
  const large = ['assets/a.js', 'assets/a.css', 'assets/deep/b.svg', 'assets/c.json'];
  const skipped = { 'index.html': text, 'assets/photo.webp': text, 'assets/small.js': 'let x = 1;' };
  for (const file of large) writeFileSync(join(folder, file), text);
  for (const [file, content] of Object.entries(skipped)) writeFileSync(join(folder, file), content);

  const done = await precompress(folder);

  for (const file of large) {
    expect(brotliDecompressSync(readFileSync(join(folder, `${file}.br`))).toString()).toBe(text);
    expect(gunzipSync(readFileSync(join(folder, `${file}.gz`))).toString()).toBe(text);
    expect(statSync(join(folder, `${file}.br`)).size).toBeLessThan(text.length / 10);
  }
  for (const file of Object.keys(skipped)) expect(existsSync(join(folder, `${file}.br`)), file).toBe(false);
  expect(done.files).toBe(large.length);
  expect(done.bytes).toBe(large.length * Buffer.byteLength(text));

  // A second run compresses the same files, not their compressed forms.
  expect(await precompress(folder)).toEqual(done);
});

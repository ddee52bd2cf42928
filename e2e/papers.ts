import type { Page } from '@playwright/test';
import { expect } from './product.ts';

/**
 * A photograph as a camera gives it: noise, which no compression makes small.
 * @param grain how much of it, up to 1: nothing but noise
 */
export async function photograph(page: Page, width = 640, height = 480, grain = 1): Promise<Buffer> {
  const url = await page.evaluate(
    ([w, h, strength]) => {
      const canvas = document.createElement('canvas');
      canvas.width = w;
      canvas.height = h;
      const context = canvas.getContext('2d')!;
      const noise = context.createImageData(w, h);
      for (let at = 0; at < noise.data.length; at += 65_536)
        crypto.getRandomValues(noise.data.subarray(at, Math.min(at + 65_536, noise.data.length)));
      if (strength < 1)
        for (let at = 0; at < noise.data.length; at++)
          noise.data[at] = 128 + ((noise.data[at] ?? 0) - 128) * strength;
      for (let at = 3; at < noise.data.length; at += 4) noise.data[at] = 255;
      context.putImageData(noise, 0, 0);
      return canvas.toDataURL('image/jpeg', 0.9);
    },
    [width, height, grain] as const,
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** Chooses a picture of the device in the only picker in view, and waits until it has arrived. */
export async function attach(page: Page, buffer: Buffer, name = 'ordonnance.jpg'): Promise<void> {
  await page.getByTestId('files').last().setInputFiles({ name, mimeType: 'image/jpeg', buffer });
  await expect(page.getByRole('button', { name: 'Remplacer' })).toBeVisible({ timeout: 20_000 });
}

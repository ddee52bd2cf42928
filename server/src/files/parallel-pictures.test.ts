import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../demo/accounts.ts';
import { ROUNDS, times } from '../testing/http.ts';
import { endPrograms, makeDataFolder, type Product, startProduct } from '../testing/run-product.ts';

afterAll(endPrograms);

async function signIn(product: Product, identifier: string): Promise<string> {
  const { body } = await product.call('POST', '/auth/login', { identifier, password: DEMO_PASSWORD });
  return body.token;
}

async function sendPicture(product: Product, token: string, picture: Buffer): Promise<number> {
  const form = new FormData();
  form.set('type', 'prescription');
  form.set('file', new File([Uint8Array.from(picture)], 'a.jpg'));
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${product.url}/api/upload`, { method: 'POST', headers, body: form })).status;
}

// Takes half a minute: with the long races only (decision 13). Other systems do not tell the largest memory.
it.runIf(ROUNDS > 20 && process.platform === 'linux')(
  'keeps the server below 600 MB and others served during thirty parallel pictures of 10 MB',
  { timeout: 300_000 },
  async () => {
    const product = await startProduct({ DATA_DIR: makeDataFolder() });
    const sender = await signIn(product, '0197000001');
    const other = await signIn(product, '0197000002');
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
    const create = { width: 4000, height: 3000, channels: 3 as const, background: '#777', noise };
    const picture = await sharp({ create }).jpeg({ quality: 92 }).toBuffer();
    expect(picture.length).toBeGreaterThan(9_500_000);
    expect(picture.length).toBeLessThan(10 * 1024 * 1024);

    let isSending = true;
    const sending = Promise.all(times(30, () => sendPicture(product, sender, picture))).finally(() => {
      isSending = false;
    });
    let calls = 0;
    for (; isSending; calls += 1) {
      expect((await product.call('GET', '/zones', undefined, other)).status).toBe(200);
    }
    const statuses = await sending;
    // The others exceed the sender's 200 MB.
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(25);
    expect(statuses.filter((status) => ![201, 413].includes(status))).toEqual([]);
    // More than ten calls of the other user for each picture.
    expect(calls).toBeGreaterThan(300);
    const memory = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${product.pid}/status`, 'utf8'))?.[1];
    expect(Number(memory) / 1024).toBeLessThan(600);
  },
);

import { randomBytes } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { paymentStatuses } from '@amasin/domain/payments/lifecycle.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { type FileRow, files } from '../database/schema/files.ts';
import { insuranceCards } from '../database/schema/insurance.ts';
import { payments } from '../database/schema/payments.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { smallPdf, storeTestFile } from '../testing/upload.ts';
import { markStore } from './house-mark.ts';
import { bindFile, releaseFile } from './queries.ts';
import { sweepBytes, sweepUnbound } from './sweep-files.ts';

let t: TestApp;
let customer: Visitor;

beforeAll(async () => {
  t = await startTestApp();
  await markStore(t.ctx);
});
beforeEach(async () => {
  customer = await t.signIn('customer');
});
afterAll(() => t.close());

const HOUR_S = 3600;
const ago = (seconds: number) => new Date(t.clock.now().getTime() - seconds * 1000);

/** An upload of this age, with its bytes. */
async function uploaded(age: number, given: Partial<FileRow> = {}): Promise<string> {
  const { key } = await storeTestFile(t, { ownerId: customer.row.id, createdAt: ago(age), ...given });
  await makeOld(key, age);
  return key;
}

const makeOld = (key: string, age: number) =>
  utimes(join(t.filesFolder, key.slice(0, 2), key), ago(age), ago(age));

async function exists(key: string): Promise<boolean> {
  const row = await t.db.select().from(files).where(eq(files.key, key));
  const bytes = await t.ctx.files.read(key);
  expect(row.length > 0, 'row and bytes go together').toBe(bytes !== null);
  return bytes !== null;
}

const sweep = async () => {
  await sweepUnbound(t.ctx);
  await sweepBytes(t.ctx);
};

describe('an unbound upload', () => {
  it('is deleted after an hour, row and bytes', async () => {
    const young = await uploaded(0.9 * HOUR_S);
    const old = await uploaded(1.1 * HOUR_S);
    await sweep();
    expect([await exists(young), await exists(old)]).toEqual([true, false]);
  });

  it('remains once it is bound, and is deleted once it is released', async () => {
    const key = await uploaded(30 * HOUR_S);
    const binding = { key, ownerId: customer.row.id, category: 'prescription', at: t.clock.now() } as const;
    await bindFile(t.db, binding, { path: 'url', message: 'Fichier requis' });
    await sweep();
    expect(await exists(key)).toBe(true);
    await releaseFile(t.db, key);
    await sweep();
    expect(await exists(key)).toBe(false);
  });
});

describe('an upload bound earlier', () => {
  it('remains while a card, an order or a prescription refers to it', async () => {
    const ownerId = customer.row.id;
    const linkedKeys = [await uploaded(99 * HOUR_S), await uploaded(99 * HOUR_S)];
    const fileKey = await uploaded(99 * HOUR_S, { category: 'insurance' });
    const card = await buildInsuranceCard(t.db, { ownerId, fileKey });
    const onOrder = await uploaded(99 * HOUR_S, { category: 'insurance' });
    await buildOrder(t.db, {
      customerId: ownerId,
      prescriptionUrl: linkedKeys[0]!,
      card: { ...card, fileKey: onOrder },
    });
    await buildPrescription(t.db, { url: linkedKeys[1]! });
    await sweep();
    for (const key of [...linkedKeys, fileKey, onOrder]) expect(await exists(key)).toBe(true);
    await t.db
      .update(insuranceCards)
      .set({ fileKey: null, deletedAt: t.clock.now() })
      .where(eq(insuranceCards.id, card.id));
    await sweep();
    expect([await exists(fileKey), await exists(onOrder)]).toEqual([false, true]);
  });

  it.each(paymentStatuses)(
    'remains while a payment with its card (%s) may become an order',
    async (status) => {
      const ownerId = customer.row.id;
      const key = await uploaded(99 * HOUR_S, { category: 'insurance' });
      const other = await buildOrder(t.db, { customerId: ownerId });
      const [frozen] = await t.db.select().from(payments).where(eq(payments.orderId, other.id));
      const card = { _id: other.id, label: null, taux: 50, url: key, verified: false };
      await t.db.insert(payments).values({
        transactionId: `TX-${randomBytes(15).toString('hex')}`,
        provider: 'sandbox',
        customerId: ownerId,
        basketId: key,
        contentDigest: key,
        amount: 1000,
        createdAt: t.clock.now(),
        draft: { ...frozen!.draft!, insuranceCard: card },
        status,
        ...(status === 'paid' && {
          orderId: (await buildOrder(t.db, { state: 'pre-treatment', customerId: ownerId })).id,
          providerReference: randomBytes(8).toString('hex'),
        }),
        ...((status === 'review' || status === 'refunded') && { reviewReason: 'amount' as const }),
      });
      await sweep();
      expect(await exists(key)).toBe(status !== 'paid' && status !== 'refunded');
    },
  );
});

describe('bytes without a row', () => {
  it('are deleted after an hour, since a pending upload has no row yet', async () => {
    const fresh = randomBytes(24).toString('base64url');
    const lost = randomBytes(24).toString('base64url');
    for (const [key, age] of [
      [fresh, 0.9],
      [lost, 1.1],
    ] as const) {
      await t.ctx.files.write(key, smallPdf);
      await makeOld(key, age * HOUR_S);
    }
    await sweep();
    expect([await t.ctx.files.read(fresh), await t.ctx.files.read(lost)]).toEqual([smallPdf, null]);
  });

  it('are deleted in batches; those with a row remain', async () => {
    const bound = await uploaded(2 * HOUR_S, { boundAt: t.clock.now() });
    const keys = Array.from({ length: 1_200 }, () => randomBytes(24).toString('base64url'));
    for (const key of keys) {
      await t.ctx.files.write(key, smallPdf);
      await makeOld(key, 2 * HOUR_S);
    }
    await sweep();
    const left: string[] = [];
    for await (const { key } of t.ctx.files.list()) left.push(key);
    expect(left.filter((key) => keys.includes(key))).toEqual([]);
    expect(await exists(bound)).toBe(true);
  });
});

describe('a file that cannot be removed', () => {
  /** Sweeps while the store refuses this key. @returns what it logged */
  async function sweepRefusing(refused: string, sweeper: typeof sweepBytes): Promise<object[]> {
    const logged: object[] = [];
    const remove = async (key: string) => {
      if (key === refused) throw new Error('EACCES');
      await t.ctx.files.remove(key);
    };
    const log = { ...t.ctx.log, warn: (details: object) => void logged.push(details) };
    const sweeping = sweeper({ ...t.ctx, log, files: { ...t.ctx.files, remove } });
    await expect(sweeping).rejects.toThrow('files that could not be removed: 1');
    return logged;
  }
  const haveBytes = (keys: readonly string[]) =>
    Promise.all(keys.map(async (key) => (await t.ctx.files.read(key)) !== null));

  it('does not keep the other unbound uploads, and goes with the bytes without a row', async () => {
    const keys = [await uploaded(30 * HOUR_S), await uploaded(30 * HOUR_S), await uploaded(30 * HOUR_S)];
    expect(await sweepRefusing(keys[0]!, sweepUnbound)).toEqual([{ err: new Error('EACCES') }]);
    expect(await haveBytes(keys)).toEqual([true, false, false]);
    await sweep();
    expect(await haveBytes(keys)).toEqual([false, false, false]);
  });

  it('does not keep other bytes without a row', async () => {
    // Listed by folder, which the first characters name: the refused one comes first.
    const keys = ['00', '01', '02'].map((start) => start + randomBytes(24).toString('base64url'));
    for (const key of keys) {
      await t.ctx.files.write(key, smallPdf);
      await makeOld(key, 2 * HOUR_S);
    }
    await sweepRefusing(keys[0]!, sweepBytes);
    expect(await haveBytes(keys)).toEqual([true, false, false]);
    await sweep();
    expect(await haveBytes(keys)).toEqual([false, false, false]);
  });
});

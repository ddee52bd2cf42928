import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NETWORK_MESSAGE } from '../lib/api-error.ts';
import { writeToken } from '../lib/session-token.ts';
import { fakeApi, refuse } from '../testing/fake-api.ts';
import { fakeUploads } from '../testing/fake-uploads.ts';
import { uploadFile } from './upload-file.ts';

const photo = new File(['pixels'], 'photo.jpg', { type: 'image/jpeg' });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const attempts = fakeUploads();
  const control = new AbortController();
  const progress: number[] = [];
  const waits: boolean[] = [];
  const outcome = uploadFile(photo, 'prescription', {
    onProgress: (value) => progress.push(value),
    onWaiting: (waiting) => waits.push(waiting),
    signal: control.signal,
  }).catch((error: unknown) => error);
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { attempts, control, progress, waits, outcome, pass };
}

test('sends the category, the token and an idempotency key', async () => {
  writeToken('a-token');
  const { attempts, outcome, progress } = start();
  const [sent] = attempts;
  sent?.progress(45);
  sent?.progress(100);
  sent?.accept('a-key');
  expect(await outcome).toBe('a-key');
  expect(progress).toEqual([0.45, 1]);
  expect(sent?.called).toBe('POST /api/upload');
  expect(sent?.headers).toMatchObject({ Authorization: 'Bearer a-token' });
  expect(sent?.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
  expect([...(sent?.form?.keys() ?? [])]).toEqual(['type', 'file']);
  expect(sent?.form?.get('type')).toBe('prescription');
});

test('sends the file again with the same key after a lost connection', async () => {
  const { attempts, outcome, progress, waits, pass } = start();
  attempts[0]?.progress(60);
  attempts[0]?.cut();
  await pass(999);
  expect(attempts).toHaveLength(1);
  expect(waits).toEqual([true]);
  await pass(1);
  expect(attempts).toHaveLength(2);
  attempts[1]?.progress(100);
  attempts[1]?.accept('a-key');
  expect(await outcome).toBe('a-key');
  expect(progress).toEqual([0.6, 0, 1]);
  expect(waits).toEqual([true, false]);
  expect(attempts[1]?.headers['Idempotency-Key']).toBe(attempts[0]?.headers['Idempotency-Key']);
});

test('waits for the network while offline, then sends at once', async () => {
  const { attempts, outcome, pass } = start();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  attempts[0]?.cut();
  await pass(3_600_000);
  expect(attempts).toHaveLength(1);
  window.dispatchEvent(new Event('online'));
  await pass(0);
  attempts[1]?.accept('a-key');
  expect(await outcome).toBe('a-key');
});

test.each(['UNAVAILABLE', 'IN_PROGRESS'] as const)('%s is retried', async (code) => {
  const { attempts, outcome, pass } = start();
  attempts[0]?.refuse(code);
  await pass(1000);
  attempts[1]?.accept('a-key');
  expect(await outcome).toBe('a-key');
});

test.each(['FILE_TYPE', 'QUOTA', 'STORAGE_UNAVAILABLE'] as const)('%s is not retried', async (code) => {
  const { attempts, outcome, pass } = start();
  attempts[0]?.refuse(code);
  await pass(60_000);
  expect(await outcome).toMatchObject({ code });
  expect(attempts).toHaveLength(1);
});

test('gives up after seven attempts', async () => {
  const { attempts, outcome, pass } = start();
  for (let cut = 0; cut < 7; cut += 1) {
    attempts[cut]?.cut();
    await pass(15_000);
  }
  expect(await outcome).toMatchObject({ code: 'NETWORK', message: NETWORK_MESSAGE });
  expect(attempts).toHaveLength(7);
});

test('30 s without progress is a lost connection; the response may take longer', async () => {
  const { attempts, outcome, pass } = start();
  attempts[0]?.progress(10);
  await pass(30_000);
  expect(attempts[0]?.aborted).toBe(true);
  await pass(1000);
  attempts[1]?.progress(100);
  await pass(100_000);
  expect(attempts[1]?.aborted).toBe(false);
  attempts[1]?.accept('a-key');
  expect(await outcome).toBe('a-key');
});

test('stops when it is aborted', async () => {
  const { attempts, outcome, control, pass } = start();
  control.abort();
  await pass(60_000);
  expect(await outcome).toMatchObject({ name: 'AbortError' });
  expect(attempts).toHaveLength(1);
});

test('stops when it is aborted while waiting to retry', async () => {
  const { attempts, outcome, control, pass } = start();
  attempts[0]?.cut();
  await pass(1);
  control.abort();
  await pass(60_000);
  expect(await outcome).toMatchObject({ name: 'AbortError' });
  expect(attempts).toHaveLength(1);
});

test('a proxy’s page instead of our JSON fails at once', async () => {
  const { attempts, outcome } = start();
  attempts[0]?.respond(200, '<html>A portal of the network</html>');
  expect(await outcome).toMatchObject({ code: 'NETWORK' });
  expect(attempts).toHaveLength(1);
});

test('after a 401, requests the session again, so that its end is noticed', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.me, () => refuse('UNAUTHENTICATED'));
  const { attempts, outcome } = start();
  attempts[0]?.refuse('UNAUTHENTICATED');
  expect(await outcome).toMatchObject({ status: 401 });
  expect(api.sent.map(({ path }) => path)).toEqual(['/api/auth/me']);
});

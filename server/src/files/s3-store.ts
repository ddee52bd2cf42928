import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as wait } from 'node:timers/promises';
import { S3mini } from 's3mini';
import type { FileStore } from '../ports/file-store.ts';
import { withTimeout } from '../ports/with-timeout.ts';
import type { S3Settings } from '../settings/store-settings.ts';
import { isKey, MARK, requireKey } from './store-keys.ts';

/** The beginning of the names of our files; the mark of the house is beside them. */
const FILES = 'files/';

/** An answer has to begin within this time, ms. A file of 10 MB is sent before. */
const ANSWER_MS = 15_000;
/** The rest of an answer that we read whole. */
const REST_MS = 30_000;

/** Waits before the second and third try, ms. */
const PAUSES_MS = [200, 1_000];

/**
 * A file store in a private bucket of an object store that speaks S3 (decision 66).
 * @param page so many files are listed at once
 */
export function s3Store(
  { endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Settings,
  page = 1_000,
): FileStore {
  const client = new S3mini({
    endpoint: `${endpoint}/${bucket}`,
    region,
    accessKeyId,
    secretAccessKey,
    fetch: fetchAgain,
  });
  const nameOf = (key: string) => FILES + requireKey(key);
  const readObject = async (name: string) => {
    const response = await client.getObjectResponse(name);
    if (response === null) return null;
    return new Uint8Array(await withTimeout(response.arrayBuffer(), REST_MS));
  };

  return {
    write: async (key, bytes) => {
      await client.putObject(nameOf(key), Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    },
    read: async (key) => readObject(nameOf(key)),
    open: async (key) => {
      const response = await client.getObjectResponse(nameOf(key));
      if (response === null) return null;
      const size = Number(response.headers.get('content-length') ?? Number.NaN);
      if (response.body === null || !Number.isInteger(size)) throw new Error('an object without its size');
      return { stream: Readable.fromWeb(response.body as ReadableStream), size };
    },
    remove: async (key) => {
      await client.deleteObject(nameOf(key));
    },
    async *list() {
      let token: string | undefined;
      do {
        const listed = await client.listObjectsPaged('/', FILES, page, token);
        for (const { Key, LastModified } of listed?.objects ?? []) {
          const key = Key.slice(FILES.length);
          if (isKey(key)) yield { key, writtenAt: new Date(LastModified) };
        }
        token = listed?.nextContinuationToken;
      } while (token !== undefined);
    },
    readMark: async () => {
      const bytes = await readObject(MARK);
      return bytes === null ? null : Buffer.from(bytes).toString().trim();
    },
    writeMark: async (mark) => {
      await client.putObject(MARK, `${mark}\n`);
    },
  };
}

/** Repeats what failed on the way or in the store: each of our calls may be made twice. */
async function fetchAgain(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  for (const pause of PAUSES_MS) {
    const response = await fetchOnce(input, init).catch(() => null);
    if (response !== null && response.status < 500 && response.status !== 429)
      return refuseNoBucket(response);
    await response?.body?.cancel();
    await wait(pause);
  }
  return refuseNoBucket(await fetchOnce(input, init));
}

/** Limits the time until the answer begins, not that of its body: a slow reader takes it as it can. */
async function fetchOnce(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error(`no answer within ${ANSWER_MS} ms`)), ANSWER_MS);
  try {
    return await fetch(input, { ...init, signal: late.signal });
  } finally {
    clearTimeout(timer);
  }
}

/** A bucket that does not exist is not a file that does not: its files would count as lost. */
async function refuseNoBucket(response: Response): Promise<Response> {
  if (response.status !== 404) return response;
  if ((await response.text()).includes('NoSuchBucket')) throw new Error('the bucket does not exist');
  return new Response(null, { status: 404 });
}

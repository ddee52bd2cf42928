import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { MAX_FILE_BYTES } from '@amasin/domain/files/file-category.ts';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalidField, Refusal, tooManyTries } from '../refusal.ts';
import { limitConcurrency } from '../routing/limit-concurrency.ts';
import { networkOf } from '../routing/network.ts';
import { places } from '../settings/limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives back the turn and the memory of its form. */
    releaseForm: (() => void) | null;
  }
}

/**
 * A file that is too large is read and discarded up to this limit: a browser whose connection is closed while
 * sending never sees the response. Beyond it the connection is closed.
 */
const MAX_DRAINED_BYTES = 6 * MAX_FILE_BYTES;

/**
 * Limits the files in memory, from the first byte to the response. Our pages send pictures of less than 400 kB. An address, which a
 * carrier shares among thousands, has four large files.
 */
const holdMemory = limitMemory({
  total: 16 * MAX_FILE_BYTES,
  forNew: 12 * MAX_FILE_BYTES,
  perAddress: 4 * MAX_FILE_BYTES,
  waiting: 200,
  waitingPerAddress: 50,
});

const takeTurn = limitConcurrency({ ...places.files, refusal: () => tooManyTries(1_000) });

/** Accepts `multipart/form-data` on the routes of this scope. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  scope.decorateRequest('releaseForm', null);
  // Every request that gets here is answered, even if its client has left; `close` would come before its file is handled.
  scope.addHook('onSend', async (request) => request.releaseForm?.());
  await scope.register(multipart, {
    limits: { fileSize: MAX_DRAINED_BYTES, fields: 20, fieldSize: 1_000, parts: 30 },
    // The size is checked below, in order to discard what is too large.
    throwFileSizeLimit: false,
  });
}

/**
 * Reads a form into the body: the bytes of the file under `file`, other fields as text, the first of each
 * name. Ignores the declared name and type of the file. Does nothing for other content types. Waits while other files
 * take too much memory, which it claims as the bytes arrive.
 * @throws 413 FILE_TOO_LARGE, 422 for several files, 400 BAD_REQUEST for a malformed form, 503 UNAVAILABLE when too many
 * wait or the memory is taken, 429 TOO_MANY_TRIES when too many of this person wait
 */
export async function readForm(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!request.isMultipart()) return;
  const declared = Number(request.headers['content-length'] ?? MAX_FILE_BYTES);
  const maxBytes = Math.min(declared, MAX_FILE_BYTES);
  const endTurn = await takeTurn(request.actor?._id ?? networkOf(request.ip));
  request.releaseForm = endTurn;
  if (request.raw.destroyed) throw new Refusal('BAD_REQUEST');
  const memory = await holdMemory(networkOf(request.ip));
  request.releaseForm = () => {
    memory.release();
    endTurn();
  };
  // Aborted before it is read: the parser would wait for its end for ever.
  if (request.raw.destroyed) throw new Refusal('BAD_REQUEST');
  const { files, fields, isTooLarge } = await readParts(request, reply, { memory, maxBytes });
  if (isTooLarge) throw new Refusal('FILE_TOO_LARGE');
  if (files.length > 1) throw invalidField('file', 'Un seul fichier à la fois');
  const [file] = files;
  request.body = { ...Object.fromEntries(fields), file };
  // The boundary differs in each submission, so the hash for idempotency uses only type and file.
  request.rawBody = createHash('sha256')
    .update(JSON.stringify(fields.get('type') ?? null))
    .update(file ?? '')
    .digest();
}

interface Parts {
  readonly files: Uint8Array[];
  readonly fields: Map<string, unknown>;
  isTooLarge: boolean;
}

interface Room {
  readonly memory: Memory;
  readonly maxBytes: number;
}

async function readParts(request: FastifyRequest, reply: FastifyReply, room: Room): Promise<Parts> {
  const parts: Parts = { files: [], fields: new Map(), isTooLarge: false };
  const allowance = { left: MAX_DRAINED_BYTES };
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (!parts.fields.has(part.fieldname)) parts.fields.set(part.fieldname, part.value);
        continue;
      }
      // Only one file is stored in memory, whatever the form contains.
      const isFile = part.fieldname === 'file' && parts.files.length === 0;
      const bytes = await readFile(part.file, allowance, isFile ? room : null);
      if (bytes === null) parts.isTooLarge ||= isFile;
      // Browsers send an empty file input as a file without name and content.
      if (part.fieldname === 'file' && (part.filename || bytes === null || bytes.length > 0))
        parts.files.push(bytes ?? EMPTY);
    }
  } catch (error) {
    // Unread data would be parsed as the next request.
    void reply.header('connection', 'close');
    // Any other error means a malformed form.
    throw error instanceof Refusal ? error : new Refusal('BAD_REQUEST');
  }
  return parts;
}

const EMPTY = new Uint8Array();

/**
 * Reads a file.
 * @param room null for what is only discarded
 * @returns null when it is larger than its room, after discarding it
 */
async function readFile(
  stream: Readable,
  allowance: { left: number },
  room: Room | null,
): Promise<Uint8Array | null> {
  const max = room?.maxBytes ?? 0;
  let bytes = Buffer.allocUnsafe(Math.min(STEP_BYTES, max));
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    const end = length + chunk.length;
    if (end <= max) {
      room?.memory.grow(end);
      if (end > bytes.length) {
        // The rest has room for all that may follow, and is untouched until it arrives: joining chunks would take the memory twice.
        const begun = bytes.subarray(0, length);
        bytes = Buffer.allocUnsafe(max);
        bytes.set(begun);
      }
      bytes.set(chunk, length);
    }
    length = end;
    allowance.left -= chunk.length;
    if (allowance.left <= 0) throw new Refusal('FILE_TOO_LARGE');
  }
  return length <= max ? bytes.subarray(0, length) : null;
}

/** Memory is claimed by these steps as bytes arrive: a promised body takes one. */
export const STEP_BYTES = 256 * 1024;

/** The memory of one body. */
export interface Memory {
  /** Claims what a body of this many bytes needs. @throws 503 UNAVAILABLE when it does not fit */
  grow(bytes: number): void;
  release(): void;
}

/**
 * Limits the memory of bodies. A new one waits, in order, while most of the total is taken. One that has begun never
 * waits, as all of them could then wait for each other: it is refused when it no longer fits.
 * @param total bytes of all bodies
 * @param forNew bytes up to which new bodies begin; the rest is for those that grow
 * @param perAddress bytes of one address; its further bodies wait and do not delay those of others
 * @param waiting how many may wait; the next one is refused with 503 UNAVAILABLE
 * @param waitingPerAddress how many of one address, so that it does not take the places of the others
 * @returns a function that resolves when a body of this address may begin
 */
export function limitMemory({
  total,
  forNew,
  perAddress,
  waiting,
  waitingPerAddress,
}: {
  readonly total: number;
  readonly forNew: number;
  readonly perAddress: number;
  readonly waiting: number;
  readonly waitingPerAddress: number;
}): (address: string) => Promise<Memory> {
  const claimed = new Map<string, number>();
  const queue: { readonly address: string; readonly admit: () => void }[] = [];
  let claimedTotal = 0;

  const claimedBy = (address: string) => claimed.get(address) ?? 0;
  const add = (address: string, bytes: number) => {
    claimedTotal += bytes;
    const sum = claimedBy(address) + bytes;
    if (sum > 0) claimed.set(address, sum);
    else claimed.delete(address);
  };

  const admitWaiting = () => {
    for (let at = 0; at < queue.length && claimedTotal + STEP_BYTES <= forNew; ) {
      const { address, admit } = queue[at] as (typeof queue)[number];
      if (claimedBy(address) + STEP_BYTES > perAddress) at += 1;
      else {
        queue.splice(at, 1);
        add(address, STEP_BYTES);
        admit();
      }
    }
  };

  return async (address) => {
    const ofAddress = queue.filter((one) => one.address === address).length;
    if (queue.length >= waiting || ofAddress >= waitingPerAddress) throw unavailable();
    await new Promise<void>((admit) => {
      queue.push({ address, admit });
      admitWaiting();
    });
    let mine = STEP_BYTES;
    let isReleased = false;
    return {
      grow: (bytes) => {
        const more = Math.ceil(bytes / STEP_BYTES) * STEP_BYTES - mine;
        if (more <= 0 || isReleased) return;
        if (claimedTotal + more > total || claimedBy(address) + more > perAddress) throw unavailable();
        add(address, more);
        mine += more;
      },
      release: () => {
        if (isReleased) return;
        isReleased = true;
        add(address, -mine);
        admitWaiting();
      },
    };
  };
}

const unavailable = () => new Refusal('UNAVAILABLE', { retryAfter: 5 });

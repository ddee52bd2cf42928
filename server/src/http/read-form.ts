import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { MAX_FILE_BYTES } from '@amasin/domain/files/file-category.ts';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalidField, Refusal } from '../refusal.ts';

/**
 * What is too large is still read, up to here, and thrown away: a browser that is cut while it sends never sees why.
 * Beyond it the connection is closed.
 */
const MAX_DRAINED_BYTES = 6 * MAX_FILE_BYTES;

/** Lets the routes of this scope, and no others, take `multipart/form-data`. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    limits: { fileSize: MAX_DRAINED_BYTES, fields: 20, fieldSize: 1_000, parts: 30 },
    // Counted here, to throw away what is too large.
    throwFileSizeLimit: false,
  });
}

/**
 * Reads a form into the body: the file's bytes under `file`, the rest as text, the first of each name. What its sender
 * says of the file (name, type) is not even looked at. Nothing is done to a body that is no form.
 */
export async function readForm(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!request.isMultipart()) return;
  const { files, fields, isTooLarge } = await readParts(request, reply);
  if (isTooLarge) throw new Refusal('FILE_TOO_LARGE');
  if (files.length > 1) throw invalidField('file', 'Un seul fichier à la fois');
  const [file] = files;
  request.body = { ...Object.fromEntries(fields), file };
  // Its boundary is new each time that a form is sent: the same file for the same thing is the same demand.
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

async function readParts(request: FastifyRequest, reply: FastifyReply): Promise<Parts> {
  const parts: Parts = { files: [], fields: new Map(), isTooLarge: false };
  const allowance = { left: MAX_DRAINED_BYTES };
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (!parts.fields.has(part.fieldname)) parts.fields.set(part.fieldname, part.value);
        continue;
      }
      // One file is kept in memory, whatever a form holds besides.
      const isWanted = part.fieldname === 'file' && parts.files.length === 0;
      const bytes = await readFile(part.file, allowance, isWanted ? MAX_FILE_BYTES : 0);
      if (bytes === null) parts.isTooLarge ||= isWanted;
      // A browser sends a picker in which nothing was picked as a file without name or content.
      if (part.fieldname === 'file' && (part.filename || bytes === null || bytes.length > 0))
        parts.files.push(bytes ?? EMPTY);
    }
  } catch (error) {
    // What has not been read stands in the way of the next request.
    void reply.header('connection', 'close');
    // Whatever a form cannot be read for is its sender's.
    throw error instanceof Refusal ? error : new Refusal('BAD_REQUEST');
  }
  return parts;
}

const EMPTY = new Uint8Array();

/** Null where it is larger than that; then it has been read all the same, and thrown away. */
async function readFile(
  stream: Readable,
  allowance: { left: number },
  max: number,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    allowance.left -= chunk.length;
    if (allowance.left <= 0) throw new Refusal('FILE_TOO_LARGE');
    if (length <= max) chunks.push(chunk);
    else chunks.length = 0;
  }
  return length <= max ? Buffer.concat(chunks) : null;
}

import sharp from 'sharp';
import { buildFile } from '../builders/file.ts';
import type { FileRow } from '../database/schema/files.ts';
import type { Seen, TestApp, Visitor } from './test-app.ts';

/** A multipart form as a browser sends it: its bytes and the content type with its boundary. */
export async function writeForm(fill: (form: FormData) => void) {
  const form = new FormData();
  fill(form);
  const written = new Response(form);
  const payload = Buffer.from(await written.arrayBuffer());
  return { payload, headers: { 'content-type': written.headers.get('content-type') ?? '' } };
}

/** Options of an upload. */
export interface Sent {
  /** Default: `prescription`; null omits the field. */
  readonly type?: string | null;
  readonly name?: string;
  readonly says?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls POST /upload with these bytes. */
export async function upload(
  server: TestApp,
  visitor: Visitor | null,
  bytes: Uint8Array,
  sent: Sent = {},
): Promise<Seen> {
  const { type = 'prescription', name = 'photo.jpg', says = 'image/jpeg', headers } = sent;
  const form = await writeForm((it) => {
    if (type !== null) it.set('type', type);
    it.set('file', new File([Uint8Array.from(bytes)], name, { type: says }));
  });
  return sendForm(server, visitor, { ...form, headers: { ...form.headers, ...headers } });
}

export async function sendForm(
  server: TestApp,
  visitor: Visitor | null,
  { payload, headers }: { payload: Buffer; headers: Readonly<Record<string, string>> },
  path = '/upload',
): Promise<Seen> {
  const response = await server.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { ...headers, ...(visitor && { authorization: `Bearer ${visitor.token}` }) },
    payload,
  });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

/** A picture of one colour, small by default. */
export function drawPicture(
  format: 'jpeg' | 'png' | 'webp' = 'jpeg',
  { width = 8, height = 6 }: { width?: number; height?: number } = {},
): Promise<Buffer> {
  const create = { width, height, channels: 3 as const, background: '#2f7d5b' };
  return sharp({ create }).toFormat(format).toBuffer();
}

/** A minimal PDF. */
export const smallPdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

/** A stored upload with row and bytes (default: an unbound JPEG prescription). */
export async function storeTestFile(server: TestApp, given: Partial<FileRow> = {}): Promise<FileRow> {
  const bytes = given.contentType === 'application/pdf' ? smallPdf : await drawPicture();
  const row = await buildFile(server.db, { bytes: bytes.length, ...given });
  await server.ctx.files.write(row.key, bytes);
  return row;
}

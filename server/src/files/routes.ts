import { fileEndpoints } from '@amasin/domain/files/endpoints.ts';
import type { Opened } from '../ports/openers.ts';
import { created, type HandlersOf, handler, ok } from '../routing/handlers.ts';
import { openLink, signFile } from './links.ts';
import { uploadFile } from './upload.ts';

export const fileHandlers: HandlersOf<typeof fileEndpoints> = {
  uploadFile: handler(fileEndpoints.uploadFile, {
    limit: 'uploadsPerMinute',
    handle: async (ctx, { body }) => created({ url: await uploadFile(ctx, body) }),
  }),
  signFile: handler(fileEndpoints.signFile, {
    handle: async (ctx, { body }) => ok({ url: await signFile(ctx, body.key) }),
  }),
  openFile: handler(fileEndpoints.openFile, {
    handle: async (ctx, { params }) => {
      const opened = await openLink(ctx, params.token);
      return { status: 200, body: opened.bytes, headers: headersOf(opened) };
    },
  }),
};

/**
 * Pictures are re-encoded by us and shown inline; other files are downloads, so that nothing in them is
 * executed.
 */
function headersOf({ contentType, fileName, size }: Opened) {
  const how = contentType.startsWith('image/') ? 'inline' : 'attachment';
  return {
    'content-type': contentType,
    'content-length': String(size),
    'content-disposition': `${how}; filename="${fileName}"`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; sandbox",
  };
}

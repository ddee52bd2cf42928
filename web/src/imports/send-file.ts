import type { Endpoint, ResponseBody } from '@amasin/domain/contract/endpoint.ts';
import type { FileEncoding } from '@amasin/domain/imports/encodings.ts';
import { importEndpoints } from '@amasin/domain/imports/endpoints.ts';
import type { ImportedListName } from '@amasin/domain/imports/lists.ts';
import { sendForm } from '../lib/send-form.ts';

/** The bytes are kept as they were chosen, so that the import sends those of its preview. */
export type Import = {
  list: ImportedListName;
  file: Blob;
  fee: string;
  /** Null until it was asked for. */
  encoding: FileEncoding | null;
};

export const fetchPreview = async (given: Import) =>
  (await send(importEndpoints.previewImport, given, {})).preview;

/** @param anyway imports amounts too that wait for a confirmation */
export const sendImport = async (given: Import, digest: string, anyway: boolean) =>
  (await send(importEndpoints.importFile, given, { digest, ...(anyway && { anyway: '1' }) })).counts;

function send<E extends Endpoint>(
  endpoint: E,
  { list, file, fee, encoding }: Import,
  more: Readonly<Record<string, string>>,
): Promise<ResponseBody<E>> {
  const body = new FormData();
  const fields = { ...more, fee: fee.replace(/\s/g, ''), ...(encoding !== null && { encoding }) };
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('file', file, 'liste.csv');
  return sendForm(endpoint, { list }, body);
}

import { z } from 'zod';

export const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** The address of an outside service: encrypted, unless it is on this machine. Without a final slash. */
export const serviceUrl = z
  .string({ error: 'une adresse https://…' })
  .refine(isServiceUrl, 'une adresse https://…')
  .meta({ form: '`https://…`, ou `http://…` sur cette machine' })
  .transform((url) => url.replace(/\/+$/, ''));

function isServiceUrl(text: string): boolean {
  return URL.canParse(text) && new URL(text).username === '' && isEncrypted(text);
}

/** Whether what is sent there is encrypted, or stays on this machine. */
export function isEncrypted(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
}

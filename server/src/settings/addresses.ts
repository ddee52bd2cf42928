import { z } from 'zod';

export const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** The address of an outside service: encrypted, unless it is on this machine. Without a final slash. */
export const serviceUrl = z
  .string({ error: 'une adresse https://…' })
  .refine(isServiceUrl, 'une adresse https://…')
  .transform((url) => url.replace(/\/+$/, ''));

function isServiceUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username } = new URL(text);
  if (username !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
}

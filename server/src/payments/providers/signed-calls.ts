import { createHmac } from 'node:crypto';
import { isSameText } from '../../routing/same-text.ts';

/** How far the time of a signature may be from ours, s. */
const TOLERANCE_S = 300;

/** The header `t=<unix>,s=<hex>`: HMAC-SHA256 of `t.rawBody` (FedaPay, our generic portal and the sandbox). */
export function signCall(rawBody: string | Buffer, secret: string, at: Date): string {
  const t = String(Math.floor(at.getTime() / 1000));
  return `t=${t},s=${hmac(t, rawBody, secret)}`;
}

/** Several `s` may be given, while a secret is being replaced. */
export function isSignedCall(rawBody: Buffer, header: unknown, secret: string, now: Date): boolean {
  if (typeof header !== 'string' || header.length > 1000) return false;
  const parts = header.split(',').map((part) => part.trim());
  const t = parts.find((part) => part.startsWith('t='))?.slice(2) ?? '';
  if (!/^\d{1,12}$/.test(t) || Math.abs(now.getTime() / 1000 - Number(t)) > TOLERANCE_S) return false;
  const expected = hmac(t, rawBody, secret);
  return parts.some((part) => part.startsWith('s=') && isSameText(part.slice(2), expected));
}

function hmac(t: string, rawBody: string | Buffer, secret: string): string {
  return createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest('hex');
}

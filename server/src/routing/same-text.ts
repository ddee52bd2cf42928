import { createHmac, timingSafeEqual } from 'node:crypto';

/** Compares in constant time, whatever the lengths. */
export function isSameText(one: string, other: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

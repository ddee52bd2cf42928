import type { Actor } from '../../ctx.ts';

/** Those who decide what is in the catalogue (SPEC 6). */
export function keepsCatalogue({ type }: Pick<Actor, 'type'>): boolean {
  return type === 'supervisor' || type === 'superAdmin';
}

import type { ComponentType } from 'react';
import { askStylesAgain, watchStyles } from './failed-styles.ts';

/** Fetches the code of a component; the same function at every render. Asked anew, it tries anew. */
export type Load<P extends object> = () => Promise<ComponentType<P>>;

if (typeof window !== 'undefined') watchStyles();

const loaded = new WeakMap<object, unknown>();

/** The component where its code is there already, so that it shows at once; else null. */
export const known = <P extends object>(load: Load<P>) =>
  (loaded.get(load) as ComponentType<P> | undefined) ?? null;

/** Fetches it, with the stylesheets that did not come before. Throws when the line does not bring it. */
export async function bring<P extends object>(load: Load<P>): Promise<ComponentType<P>> {
  askStylesAgain();
  const part = await load();
  loaded.set(load, part);
  return part;
}

/** Fetches it ahead. What does not come now is asked for again when it is wanted. */
export function preload<P extends object>(load: Load<P>): void {
  bring(load).catch(() => null);
}

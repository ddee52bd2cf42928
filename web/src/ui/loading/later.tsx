import type { ComponentType } from 'react';
import { LazyPart } from './LazyPart.tsx';

const none = {};

/** A component whose code comes when it is first shown: `later(() => import('…').then((part) => part.Panel), 320)`. */
export function later(load: () => Promise<ComponentType<object>>, height: number): ComponentType {
  return function Later() {
    return <LazyPart load={load} props={none} height={height} />;
  };
}

/**
 * The fields that differ from those of `first`, for a form that changes what several people may change at once: sending the
 * others would restore their old values. Lists and positions are compared as JSON.
 */
export function changedFields<Body extends object>(first: Body, last: Body): Partial<Body> {
  const names = Object.keys(last) as (keyof Body)[];
  const isChanged = (name: keyof Body) => JSON.stringify(last[name]) !== JSON.stringify(first[name]);
  return Object.fromEntries(names.filter(isChanged).map((name) => [name, last[name]])) as Partial<Body>;
}

import { type Load, useLazy } from './use-lazy.ts';

/** A component without props whose code is loaded after the first render; nothing is shown until then. */
export function Later({ load }: { load: Load<object> }) {
  const Loaded = useLazy(load);
  return Loaded === null ? null : <Loaded />;
}

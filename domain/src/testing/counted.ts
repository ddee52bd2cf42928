import { TestRunner } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    counted?: Record<string, number>;
  }
}

// Node's types are not part of the domain.
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

/** How many cases a test tries: this variable's, which `npm run explore -- --nightly` sets, or fewer. */
export const casesOf = (variable: string, short: number): number => Number(process.env[variable] ?? short);

/** Notes in the test's report how many cases of this row of RELIABILITY 4 it tried. */
export function counted(row: string, cases: number): void {
  const meta = TestRunner.getCurrentTest()?.meta;
  if (meta === undefined) return;
  meta.counted = { ...meta.counted, [row]: (meta.counted?.[row] ?? 0) + cases };
}

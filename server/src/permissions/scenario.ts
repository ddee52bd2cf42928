import type { CallInput, Endpoint } from '@amasin/domain/contract/endpoint.ts';
import type { UserRow } from '../database/schema/users.ts';
import type { World } from './world.ts';

/** What a caller sends, typed by the endpoint; `rawBody` with its `headers` where the bytes are signed. */
export type Legal<E extends Endpoint> = CallInput<E> & {
  readonly headers?: Readonly<Record<string, string>>;
  readonly rawBody?: string | Buffer;
};

/** The same, of any endpoint. */
export interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly rawBody?: string | Buffer;
}

/** What an answer limited to the caller's scope must hold. */
export interface Scope<L = Input> {
  readonly input: L;
  // biome-ignore lint/suspicious/noExplicitAny: each answer has its own shape.
  readonly read: (body: any) => unknown;
  readonly expected: unknown;
}

/** Legal calls whose body names something else: of somebody else, or nothing. All are answered alike. */
export interface Naming<L = Input> {
  readonly status: number;
  readonly missing: L;
  readonly foreign: readonly L[];
  /** What they may name besides the legal call, near as it is to what they may not. */
  readonly seen?: readonly L[];
}

/** How one endpoint is tried. Everything is made anew each time, so that no call spoils another. */
export interface Scenario<L = Input> {
  /** A call that succeeds for this person; for one whom the endpoint refuses, it would for another. */
  readonly legal: (world: World, caller: UserRow) => Promise<L> | L;
  /** For F cells: what this person, who has nothing yet, must find among other people's things. */
  readonly scope?: (world: World, caller: UserRow) => Promise<Scope<L>>;
  /** Things that are near this person: more that they see, though not theirs alone, and some that they do not. */
  readonly near?: (world: World, caller: UserRow) => Promise<{ seen: L[]; unseen: L[] }>;
  /** Null for those who have nothing to name. */
  readonly naming?: (world: World, caller: UserRow) => Promise<Naming<L> | null>;
}

/** A scenario for each endpoint of a table: a missing one does not compile. */
export type ScenariosOf<Table extends Record<string, Endpoint>> = {
  readonly [Name in keyof Table]: Scenario<Legal<Table[Name]>>;
};

import type { CallInput, Endpoint } from '@amasin/domain/contract/endpoint.ts';
import type { UserRow } from '../database/schema/users.ts';
import type { World } from './world.ts';

/** A valid input, typed by the endpoint; `rawBody` with `headers` where the bytes are signed. */
type Legal<E extends Endpoint> = CallInput<E> & {
  readonly headers?: Readonly<Record<string, string>>;
  readonly rawBody?: string | Buffer;
};

/** The input of any endpoint. */
export interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly rawBody?: string | Buffer;
}

/** The contents that a response limited to the caller's scope must have. */
interface Scope<L = Input> {
  readonly input: L;
  // biome-ignore lint/suspicious/noExplicitAny: each response has its own shape.
  readonly read: (body: any) => unknown;
  readonly expected: unknown;
}

/** Requests whose body refers to something inaccessible: missing or foreign. All get the same response. */
interface Naming<L = Input> {
  readonly status: number;
  readonly missing: L;
  readonly foreign: readonly L[];
  /** Allowed references other than those in `legal`, similar to the forbidden ones. */
  readonly visible?: readonly L[];
}

/** The test of an endpoint. Rows are created for each call, so that calls do not affect each other. */
export interface Scenario<L = Input> {
  /** The call removes its caller, who is another new person each time. */
  readonly removesCaller?: true;
  /** A call that succeeds for this user, or would for an allowed one. */
  readonly legal: (world: World, caller: UserRow) => Promise<L> | L;
  /** Adds rows, so that the response to `legal` has a value in every field (rows.ts). */
  readonly rows?: (world: World, caller: UserRow) => Promise<unknown>;
  /** Other calls that succeed, for the fields that the response to `legal` cannot have. */
  readonly more?: (world: World, caller: UserRow) => Promise<L[]>;
  /** For F cells: what this new user must find among the rows of others. */
  readonly scope?: (world: World, caller: UserRow) => Promise<Scope<L>>;
  /** Other related resources: some that this user may access, and some that they may not. */
  readonly near?: (world: World, caller: UserRow) => Promise<{ visible: L[]; hidden: L[] }>;
  /** Null for users who cannot refer to anything in the body. */
  readonly naming?: (world: World, caller: UserRow) => Promise<Naming<L> | null>;
}

/** One scenario for each endpoint of a table: leaving one out does not compile. */
export type ScenariosOf<Table extends Record<string, Endpoint>> = {
  readonly [Name in keyof Table]: Scenario<Legal<Table[Name]>>;
};

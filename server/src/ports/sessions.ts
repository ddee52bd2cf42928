import type { UserRow } from '../database/schema/users.ts';

/** Has only what every request needs of its user: thousands of them are remembered. */
export type SessionUser = Pick<UserRow, 'id' | 'type' | 'name' | 'phone' | 'active' | 'hasSecondFactor'>;

/** A session as stored, with its user as they were then. */
export interface ReadSession {
  readonly user: SessionUser;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastSeenAt: Date | null;
}

/** The sessions that were read a moment ago, in the memory of this process (decision 27). */
export interface Sessions {
  /** The session of a token that is remembered and `suffices`, else what `load` reads. */
  find(
    hash: string,
    now: Date,
    sources: {
      readonly suffices: (session: ReadSession) => boolean;
      readonly load: () => Promise<ReadSession | null>;
    },
  ): Promise<ReadSession | null>;
  /** Forgets the sessions of these users, or all: their rows have changed. */
  forget(users?: readonly string[]): void;
  /** Whether this process listens to the changes of the database; while it does not, nothing is remembered. */
  setListening(isListening: boolean): void;
}

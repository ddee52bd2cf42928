/** The last answer of an outside service; status null without one. */
export interface Answer {
  readonly host: string;
  readonly status: number | null;
  readonly at: Date;
}

export interface BackupState {
  readonly last: { readonly finishedAt: Date; readonly bytes: number } | null;
  /** The last reading of a backup, or restore of it into a temporary database. */
  readonly check: { readonly at: Date; readonly isWhole: boolean; readonly isRestored: boolean } | null;
}

/** What a process knows of itself and of its folder. */
export interface Machine {
  readonly commit: string | null;
  readonly startedAt: Date;
  readBackups(): Promise<BackupState>;
  /** Of each service that this process has called, by host. */
  answers(): readonly Answer[];
}

export interface StoredFile {
  readonly key: string;
  readonly writtenAt: Date;
}

/** Where the bytes of uploads lie, each under its key. Whatever fails is the store's own error, not a refusal. */
export interface FileStore {
  /** Whole and lasting once it resolves; nothing is left of what fails. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** Null where there is nothing under this key. */
  read(key: string): Promise<Uint8Array | null>;
  /** What is not there is removed already. */
  remove(key: string): Promise<void>;
  /** Everything that lies there, what a dead process left half-written too. */
  list(): AsyncIterable<StoredFile>;
}

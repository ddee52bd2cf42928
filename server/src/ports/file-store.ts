import type { Readable } from 'node:stream';

export interface StoredFile {
  readonly key: string;
  readonly writtenAt: Date;
}

/** Stores the bytes of uploads by key. It throws its own errors, not refusals. */
export interface FileStore {
  /** Durable once resolved; removes partial data on failure. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** @returns null when the key does not exist */
  read(key: string): Promise<Uint8Array | null>;
  /** Reads a little at a time, as fast as the receiver takes it. The calling code consumes or destroys the stream. */
  open(key: string): Promise<{ readonly stream: Readable; readonly size: number } | null>;
  /** Succeeds when the key does not exist. */
  remove(key: string): Promise<void>;
  /** All files, including those that a killed process left half-written. */
  list(): AsyncIterable<StoredFile>;
  /** Names the house whose files these are; null when nobody has written it. */
  readMark(): Promise<string | null>;
  writeMark(mark: string): Promise<void>;
}

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import type { Client, Pool } from 'pg';
import type { Clock } from '../ctx.ts';
import type { FileStore } from '../ports/file-store.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { version } from '../settings/version.ts';
import { reasonOf } from '../start/log.ts';
import {
  type Add,
  asOperatorError,
  countLines,
  splitParts,
  streamTarget,
  type Target,
  writeArchive,
} from './archive.ts';
import { FORMAT, MANIFEST, type Manifest, SUMS, type Sums } from './manifest.ts';
import {
  beginSnapshot,
  copyOut,
  countRows,
  findFiles,
  findLastMigration,
  findSavedTables,
  findSequences,
  findSwept,
  notSaved,
} from './queries.ts';
import { withConnection } from './with-connection.ts';

export interface Saving {
  readonly pool: Pool;
  readonly files: FileStore;
  readonly clock: Clock;
  /** BACKUP_KEY, which encrypts and seals the file; null writes it plain. */
  readonly key: string | null;
  /** Tables to leave out; older versions left out none. */
  readonly leaveOut?: readonly string[];
  /** Reports progress in rows and files. */
  readonly onProgress?: (done: number, all: number) => void;
  /** Aborting makes the backup fail and removes its file. */
  readonly signal?: AbortSignal;
}

export interface Saved extends Sums {
  /** Unused files that were swept during the backup: neither rows nor bytes are saved. */
  readonly removed: readonly string[];
  /** The size of the backup. */
  readonly bytes: number;
}

/**
 * Saves a consistent snapshot of database and files into a new private file.
 * @throws OperatorError with one line for the operator, after removing the file
 */
export async function writeBackup(path: string, saving: Saving): Promise<Saved> {
  refuseExisting(path);
  const unfinished = `${path}.partial`;
  const file = await open(unfinished, 'wx', 0o600).catch((error) => {
    const isThere = error.code === 'EEXIST';
    throw new OperatorError(
      isThere
        ? `${unfinished} existe déjà : une autre sauvegarde est en cours, ou a été coupée. Effacez-le pour recommencer.`
        : `Le fichier ne peut pas être écrit (${reasonOf(error)}).`,
    );
  });
  try {
    const saved = await saveTo(file, saving);
    await file.close();
    refuseExisting(path);
    await rename(unfinished, path);
    return saved;
  } catch (error) {
    await file.close().catch(() => {});
    await rm(unfinished, { force: true });
    throw asOperatorError(error, 'La sauvegarde n’a pas été faite');
  }
}

/**
 * Writes it to a stream: a pipe to another program, which has to keep all of it.
 * @throws OperatorError with one line for the operator; what was written before is not a backup
 */
export async function streamBackup(stream: Writable, saving: Saving): Promise<Saved> {
  try {
    return await saveTo(streamTarget(stream), saving);
  } catch (error) {
    throw asOperatorError(error, 'La sauvegarde n’a pas été faite');
  }
}

async function saveTo(target: Target, saving: Saving): Promise<Saved> {
  let bytes = 0;
  const counted: Target = {
    appendFile: (chunk) => {
      bytes += chunk.length;
      return target.appendFile(chunk);
    },
    sync: () => target.sync(),
  };
  const saved = await withConnection(saving.pool, saving.signal, (client) =>
    writeArchive(counted, saving.key, (add) => saveAll(client, saving, add)),
  );
  return { ...saved, bytes };
}

function refuseExisting(path: string): void {
  if (existsSync(path))
    throw new OperatorError(`${path} existe déjà : une sauvegarde ne remplace aucun fichier.`);
}

async function saveAll(client: Client, saving: Saving, add: Add): Promise<Omit<Saved, 'bytes'>> {
  const { pool, files, clock, leaveOut = notSaved, onProgress = () => {}, signal } = saving;
  await beginSnapshot(client);
  const tables = await findSavedTables(client, leaveOut);
  const fileRows = await findFiles(client);
  let all = fileRows.length;
  for (const { name } of tables) all += await countRows(client, name);
  let done = 0;
  const advance = (by: number) => {
    signal?.throwIfAborted();
    done += by;
    onProgress(done, all);
  };
  const manifest: Manifest = {
    format: FORMAT,
    product: version,
    at: clock.now().toISOString(),
    migration: await findLastMigration(client),
    tables,
    sequences: await findSequences(client),
  };
  await add(MANIFEST, json(manifest));

  const saved = { tables: [] as Sums['tables'], files: [] as Sums['files'], lost: [] as string[] };
  const missing: string[] = [];
  for (const { key } of fileRows) {
    const bytes = await files.read(key);
    if (bytes !== null) {
      saved.files.push({ key, bytes: bytes.length, sha256: sha256(bytes) });
      await add(`files/${key}`, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    } else missing.push(key);
    advance(1);
  }
  // A file that is swept loses its row first.
  const swept = await findSwept(pool, missing);
  const removed = fileRows.filter(({ key, isBound }) => !isBound && swept.has(key)).map(({ key }) => key);
  saved.lost.push(...missing.filter((key) => !removed.includes(key)));
  for (const table of tables) {
    const hash = createHash('sha256');
    let rows = 0;
    let part = 0;
    for await (const lines of splitParts(copyOut(client, table, removed))) {
      hash.update(lines);
      const found = countLines(lines);
      part += 1;
      rows += found;
      await add(`tables/${table.name}/${part}`, lines);
      advance(found);
    }
    saved.tables.push({ name: table.name, rows, sha256: hash.digest('hex') });
  }
  await add(SUMS, json(saved));
  return { ...saved, removed };
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const json = (value: unknown) => Buffer.from(JSON.stringify(value));

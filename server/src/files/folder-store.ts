import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '../ports/file-store.ts';
import { isKey, MARK, requireKey } from './store-keys.ts';

/** Suffix of files being written; keys contain no dot. */
const UNFINISHED = '.part';

/** This much is written and synced at once: a commit of the database on the same disk waits behind the whole of it. */
const CHUNK_BYTES = 256 * 1024;

/** A file store in a local folder that only our account can read, created with the first file. */
export function folderStore(root: string): FileStore {
  // Split by the first characters, to keep each folder small.
  const folderOf = (key: string) => join(root, requireKey(key).slice(0, 2));
  const write = async (folder: string, name: string, bytes: Uint8Array) => {
    const unfinished = join(folder, name + UNFINISHED);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      await writeThrough(unfinished, bytes);
      await rename(unfinished, join(folder, name));
      await flushFolder(folder);
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {});
      throw error;
    }
  };
  const read = async (folder: string, name: string) => {
    try {
      return await readFile(join(folder, name));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };

  return {
    write: async (key, bytes) => write(folderOf(key), key, bytes),
    read: async (key) => read(folderOf(key), key),
    open: async (key) => {
      try {
        const file = await open(join(folderOf(key), key), 'r');
        return { stream: file.createReadStream(), size: (await file.stat()).size };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    remove: async (key) => {
      for (const name of [key, key + UNFINISHED]) await rm(join(folderOf(key), name), { force: true });
    },
    async *list() {
      for (const folder of await namesIn(root)) {
        for (const name of await namesIn(join(root, folder))) {
          const key = name.endsWith(UNFINISHED) ? name.slice(0, -UNFINISHED.length) : name;
          const found = await stat(join(root, folder, name)).catch(() => null);
          if (found?.isFile() && isKey(key)) yield { key, writtenAt: found.mtime };
        }
      }
    },
    readMark: async () => (await read(root, MARK))?.toString().trim() ?? null,
    writeMark: (mark) => write(root, MARK, Buffer.from(`${mark}\n`)),
  };
}

/** Syncs the bytes to disk, so that they survive a power cut. */
async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
      await file.writeFile(bytes.subarray(start, start + CHUNK_BYTES));
      await file.datasync();
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Syncs the folder, so that the new file's name is durable. Not supported by Windows. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    // Nothing has been written yet, or a stray file is among our folders.
    if (isMissing(error) || (error as NodeJS.ErrnoException).code === 'ENOTDIR') return [];
    throw error;
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

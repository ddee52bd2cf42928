import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of /proc in a second; Linux shows 100 to programs on every machine. */
const TICKS = 100;

/**
 * What two groups of processes have used: those of PostgreSQL, and the rest of the tree of `pid`. Linux only.
 * @returns processor time in seconds, memory in bytes. The memory that the processes of PostgreSQL share is counted once.
 */
export function usageOf(pid) {
  const all = readProcesses();
  const tree = treeOf(all, pid);
  const postmaster = tree.find(({ name }) => name === 'postgres');
  const database = postmaster ? treeOf(all, postmaster.pid) : [];
  const server = tree.filter((one) => !database.includes(one));
  return {
    server: { seconds: sum(server, 'seconds'), bytes: memoryOf(server, 'Rss') },
    database: { seconds: sum(database, 'seconds'), bytes: memoryOf(database, 'Pss') },
  };
}

function readProcesses() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const stat = readOrNull(`/proc/${pid}/stat`);
      if (stat === null) return [];
      const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(stat);
      const fields = rest.split(' ');
      // User and system time, of the process and of its children that have ended.
      const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0);
      return [{ pid: Number(pid), parent: Number(fields[1]), name, seconds: ticks / TICKS }];
    });
}

function treeOf(all, pid) {
  const own = all.filter((one) => one.pid === pid);
  return [...own, ...all.filter(({ parent }) => parent === pid).flatMap((child) => treeOf(all, child.pid))];
}

const sum = (processes, field) => processes.reduce((total, one) => total + one[field], 0);

function memoryOf(processes, field) {
  return processes.reduce((total, { pid }) => {
    const rollup = readOrNull(`/proc/${pid}/smaps_rollup`) ?? '';
    return total + Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0) * 1024;
  }, 0);
}

function readOrNull(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

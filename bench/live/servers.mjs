import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../scripts/tools/run.mjs';
import { buildConsultation } from '../../server/src/builders/consultation.ts';
import { buildUser } from '../../server/src/builders/user.ts';
import { insertSession } from '../../server/src/session/queries.ts';
import { newToken, tokenHash } from '../../server/src/session/tokens.ts';
import { openStoreBeside } from '../../server/src/start/open-store.ts';

const START_MS = 60_000;

/** A server as a child process that listens on this port of 127.0.0.1; `start` again restarts it on the same data. */
export function serverOn(port, script, args, env) {
  let child;
  return {
    url: `http://127.0.0.1:${port}`,
    async start() {
      child = spawn(process.execPath, [join(root, script), ...args], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { PATH: process.env.PATH, ...env },
      });
      const end = Date.now() + START_MS;
      while (!(await fetch(this.url).catch(() => null))) {
        if (Date.now() > end || child.exitCode !== null) throw new Error(`${script} did not start`);
        await pause(50);
      }
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
    /** Resident memory, bytes. */
    memory: () =>
      Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) * 1024,
  };
}

/** Active consultations, each with a session of its patient and one of its doctor. */
export async function makePairs(dataDir, count) {
  const store = await openStoreBeside({ DATA_DIR: dataDir }, () => {}, console.error);
  const { db } = store;
  const signIn = async (userId) => {
    const token = newToken();
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + 24 * 3_600_000);
    await insertSession(db, { tokenHash: tokenHash(token), userId, createdAt, expiresAt });
    return token;
  };
  const pairs = [];
  for (let n = 0; n < count; n += 1) {
    const [patient, doctor] = [
      await buildUser(db, { type: 'customer' }),
      await buildUser(db, { type: 'partnerDoctor' }),
    ];
    const people = { patientId: patient.id, doctorId: doctor.id };
    const { id } = await buildConsultation(db, { status: 'active', ...people });
    pairs.push({ chatId: id, tokens: [await signIn(patient.id), await signIn(doctor.id)] });
  }
  await store.close();
  return pairs;
}

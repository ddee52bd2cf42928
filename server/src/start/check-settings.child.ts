import { readEnv } from '../env.ts';

// Ends with the line of the first invalid setting, if there is one.
try {
  readEnv(process.env);
} catch (error) {
  if (!/^Réglage /.test((error as Error).message)) throw error;
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

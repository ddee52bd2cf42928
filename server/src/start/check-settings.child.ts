import { readEnv } from '../env.ts';
import { OperatorError } from '../settings/operator-error.ts';

// Ends with the line of the first invalid setting, if there is one.
try {
  readEnv(process.env);
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

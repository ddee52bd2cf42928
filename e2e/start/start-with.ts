import { runProduct } from './run-product.ts';

/** Details that some of the scripts send besides the address. */
interface Details {
  /** Texts that must not reach the browser. */
  readonly secrets: readonly string[];
  /** The columns with hostile texts. */
  readonly written: readonly string[];
  /** Where the sent SMS are listed. */
  readonly messages: string;
  /** Where it is reported what each payment provider has received. */
  readonly received: string;
  /** The fake of Firebase, where it sends the codes. */
  readonly firebase: string;
}

/**
 * Starts another product for the tests of one file, by a script of this folder and its arguments: its URL and its database
 * replace those in the environment until it is stopped.
 */
export async function startWith(script: 'serve' | 'serve-provider', ...args: string[]) {
  const { started, stop } = await runProduct<{ url: string; database: object } & Partial<Details>>(
    script,
    args,
  );
  const { url, database, secrets = [], written = [], messages = '', received = '', firebase = '' } = started;
  const { AMASIN_URL = '', AMASIN_DATABASE = '' } = process.env;
  Object.assign(process.env, { AMASIN_URL: url, AMASIN_DATABASE: JSON.stringify(database) });
  const details: Details = { secrets, written, messages, received, firebase };
  return {
    ...details,
    stop: async () => {
      Object.assign(process.env, { AMASIN_URL, AMASIN_DATABASE });
      await stop();
    },
  };
}

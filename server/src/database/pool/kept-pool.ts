import { type ClientBase, DatabaseError, Pool } from 'pg';

/**
 * A pool that keeps a connection after a statement that PostgreSQL has refused: a duplicate, a check, a timeout, no room on the
 * disk. The driver’s own closes it after every error, so that each refused row would cost a new connection.
 */
export class KeptPool extends Pool {
  constructor(config: ConstructorParameters<typeof Pool>[0]) {
    super(config);
    const query = async (...args: unknown[]) => {
      const client = await this.connect();
      let failure: Error | undefined;
      try {
        return await Reflect.apply(client.query, client, args);
      } catch (error) {
        failure = error as Error;
        throw error;
      } finally {
        const isKept = isRefusal(failure) && (hasParameters(args) || (await leaveTransaction(client)));
        client.release(isKept ? undefined : failure);
      }
    };
    this.query = query as typeof this.query;
  }
}

/** After FATAL or PANIC PostgreSQL ends the connection; an error of the driver leaves it in an unknown state. */
const isRefusal = (error: Error | undefined) => error instanceof DatabaseError && error.severity === 'ERROR';

/** A text without parameters may be several statements, of which an earlier one has begun a transaction. */
const hasParameters = ([, values]: unknown[]) => Array.isArray(values) && values.length > 0;

/** Rolls back the transaction that the refused statements have begun. @returns whether the connection has none any more */
async function leaveTransaction(client: ClientBase): Promise<boolean> {
  try {
    // The status comes after the error: with the response to the next statement it is known.
    await client.query('');
    if (client.getTransactionStatus() !== 'I') await client.query('rollback');
    return client.getTransactionStatus() === 'I';
  } catch {
    return false;
  }
}

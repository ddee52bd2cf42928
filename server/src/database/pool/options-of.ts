import type { ClientConfig, Pool } from 'pg';

/** What a client of its own needs to connect like those of a pool, which hides its password; without pipelining, which delays its end. */
export const optionsOf = ({ options }: Pool): ClientConfig => ({
  ...options,
  password: options.password,
  pipeline: false,
});

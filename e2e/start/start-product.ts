import { runProduct } from './run-product.ts';

/** Starts the product once for all browser tests, which read its URL and database from the environment. */
export default async function startProduct() {
  const { started, stop } = await runProduct<{ url: string; database: object }>('serve', []);
  process.env.AMASIN_URL = started.url;
  process.env.AMASIN_DATABASE = JSON.stringify(started.database);
  return stop;
}

// The same work with Fastify and pg alone, on the database of the product, for comparison. Arguments: its port, and a file
// with the database connection and the bodies to send as they are.
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import pg from 'pg';
import { approve, inTransaction, openPayment, readOrder } from './bare-order.mjs';

const [port, file] = process.argv.slice(2);
const { connection, bodies } = JSON.parse(readFileSync(file, 'utf8'));
// As many connections as the product: the default of pg.
const pool = new pg.Pool(connection);

const SEARCH = {
  name: 'search',
  text: `select id, label, form, price_fcfa from medications
    where search_text collate "C" >= $1 and search_text collate "C" < $2 and deleted_at is null
    order by search_text collate "C" limit 10`,
};

const app = Fastify();
app.get('/', async () => 'ready');
app.get('/search', async ({ query: { q } }) => {
  const { rows } = await pool.query({ ...SEARCH, values: [q, `${q}\uffff`] });
  return { medications: rows };
});
app.get('/constant/:name', (request, reply) => {
  reply.type('application/json; charset=utf-8').send(bodies[request.params.name]);
});
app.post('/payments', ({ body }) => inTransaction(pool, (client) => openPayment(client, body)));
app.post('/approve', ({ body }) => inTransaction(pool, (client) => approve(client, body)));
app.post('/orders', ({ body }) => readOrder(pool, body));
await app.listen({ port: Number(port), host: '127.0.0.1' });
process.once('SIGTERM', async () => {
  await app.close();
  await pool.end();
  process.exit(0);
});

// A server that ends after its first response, which is its process id.
import Fastify from 'fastify';
import { listen } from './listen.ts';

const app = Fastify();
app.get('/', (_request, reply) => {
  reply.raw.once('finish', () => process.exit());
  return String(process.pid);
});
await listen(app, { HOST: '127.0.0.1', PORT: 0 });

import Fastify from 'fastify';
import { listen } from './listen.ts';

// A server that responds its process id, and ends after its first response at `/`.

const app = Fastify();
app.get('/pid', () => String(process.pid));
app.get('/', (_request, reply) => {
  reply.raw.once('finish', () => process.exit());
  return String(process.pid);
});
await listen(app, { HOST: '127.0.0.1', PORT: 0 });
